import { useRef, useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import type { SearchAddress } from '@samtur/contract/filters'
import { paths, searchPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { DateField } from '#ui/date-field'
import { Field } from '#ui/field'
import { Icon } from '#ui/icon'
import { PlaceField, type PlaceValue } from '../places/place-field.tsx'
import { useDateFieldProps } from './date-texts.ts'

export interface SearchFormProps {
  initial?: SearchAddress
  /** Goes along with the new search. */
  keep?: SearchAddress
  /** The search has begun. */
  onSearch?: () => void
  /** `hero` floats over the home page's land. */
  variant?: 'hero' | 'compact'
}

const typed = (text = ''): PlaceValue => ({ text, place_id: null })

export function SearchForm({ initial = {}, keep, onSearch, variant = 'compact' }: SearchFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const dateField = useDateFieldProps()
  const [from, setFrom] = useState(() => typed(initial.from))
  const [to, setTo] = useState(() => typed(initial.to))
  const [date, setDate] = useState(initial.date ?? '')
  const [swapped, setSwapped] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // A date that cannot be read is said at its field; searching every day instead would surprise.
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (refused) return refused.focus()
    void navigate(searchPath({ from: from.text.trim(), to: to.text.trim(), date, ...keep }))
    onSearch?.()
  }
  const swap = () => {
    setFrom(to)
    setTo(from)
    setSwapped(swapped + 1)
  }

  return (
    <form
      ref={form}
      role="search"
      aria-label={t('rides.search_label')}
      action={paths.search}
      onSubmit={submit}
      noValidate
      className={
        'grid gap-1 rounded-card border border-line bg-surface p-2.5 md:grid-cols-[minmax(0,2fr)_15rem_auto] md:items-center ' +
        (variant === 'hero' ? 'shadow-float' : '')
      }
    >
      <div className="relative grid md:grid-cols-2">
        <Field variant="inset" label={t('rides.from')} className="max-md:pe-16 md:pe-9">
          <PlaceField name="from" value={from} onChange={setFrom} placeholder={t('rides.place_example')} />
        </Field>
        <div className={`${divided} md:ps-5`}>
          <Field variant="inset" label={t('rides.to')} className="max-md:pe-16">
            <PlaceField name="to" value={to} onChange={setTo} placeholder={t('rides.place_example')} />
          </Field>
        </div>
        <SwapButton onClick={swap} turns={swapped} />
      </div>
      <div className={`${divided} md:ps-1`}>
        <Field variant="inset" label={t('rides.date')}>
          <DateField {...dateField} name="date" value={date} onChange={setDate} placeholder={t('rides.any_day')} />
        </Field>
      </div>
      <Button type="submit" variant="sun" size="lg" icon="search" className="md:px-7 md:py-4">
        {t('rides.search')}
      </Button>
    </form>
  )
}

// The line stands beside the field, not on it: the field's own corners are round.
const divided = 'border-line max-md:border-t max-md:pt-1 md:border-s'

/** On the border between the two fields; the arrows point the way they are swapped. */
function SwapButton({ onClick, turns }: { onClick: () => void; turns: number }) {
  const t = useT()
  return (
    <>
      <button
        type="button"
        aria-label={t('rides.swap')}
        title={t('rides.swap')}
        onClick={onClick}
        className="absolute top-1/2 -mt-5.5 inline-flex size-11 items-center justify-center rounded-full border border-line bg-surface text-soft hover:bg-sunk hover:text-text max-md:end-2 md:start-1/2 md:-ms-5.5"
      >
        <Icon
          name="swap"
          className="transition-transform md:rotate-90"
          style={turns > 0 ? { transform: `rotate(${turns * 180}deg)` } : undefined}
        />
      </button>
      <span role="status" className="sr-only">
        {turns > 0 && <span key={turns}>{t('rides.swapped')}</span>}
      </span>
    </>
  )
}

import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { paths } from '@samtur/contract/paths'
import type { SearchAddress } from '@samtur/contract/filters'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Field } from '#ui/field'
import { RouteRow } from '#ui/route-row'
import { PlaceField } from '../places/place-field.tsx'
import { factsOf, type WantedValues } from './model.ts'
import { RideBars } from './ride-bars.tsx'
import { SavedWanted } from './saved-wanted.tsx'
import { ends, useSearchWanted, type EndProblems } from './use-search-wanted.ts'
import { WantedTags } from './wanted-facts.tsx'

/** The form is fetched on the first press: most people need one press of the other button only. */
const loadForm = async () => (await import('./wanted-dialog.tsx')).WantedDialog

const frame =
  'flex flex-col gap-x-10 gap-y-4 border-brand! shadow-[inset_0_0_0_1px_var(--color-brand)] md:flex-row md:p-7!'

interface SearchWantedProps {
  search: SearchAddress
  /** It has found rides, but not many. */
  few?: boolean
}

/** Offers to keep a search that found nothing or little: everything is filled in, and one press saves it. Another search is another wanted ride. */
export const SearchWanted = (props: SearchWantedProps): ReactNode => (
  <Wanted key={JSON.stringify(props.search)} {...props} />
)

function Wanted({ search, few = false }: SearchWantedProps) {
  const t = useT()
  const headingId = useId()
  const wanted = useSearchWanted(search)
  const { Part: Form, busy: opening, open } = useLatePart(loadForm)
  const [editing, setEditing] = useState(false)
  const [attempted, setAttempted] = useState(false)
  const fields = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) }
  const { values, problems, recent } = wanted
  const settled = wanted.exists || wanted.isNew
  const press = () => {
    const missing = ends.find((end) => values[end].text.trim() === '')
    setAttempted(true)
    if (missing) fields[missing].current?.focus()
    else wanted.press()
  }
  return (
    <Card as="section" aria-labelledby={headingId} className={`${frame} ${few ? 'mt-8' : ''}`}>
      <div className="flex min-w-0 flex-1 flex-col gap-3.5">
        <div>
          <h2 id={headingId} className="text-xl!">
            {t(few ? 'wanted.heading_few' : 'wanted.heading')}
          </h2>
          <p className="mt-1 text-soft">
            {wanted.asksPlaces && !settled ? t('wanted.needs_place') : t('wanted.filled_in')}
          </p>
        </div>
        {wanted.asksPlaces && !settled ? (
          <Places fields={fields} values={values} problems={problems} attempted={attempted} onChange={wanted.change} />
        ) : (
          <div className="rounded-field bg-sunk p-4">
            <p className="mb-2 text-lg font-semibold wrap-anywhere">
              <RouteRow from={values.from.text} to={values.to.text} toLabel={t('core.to')} />
            </p>
            <WantedTags wanted={factsOf(values)} />
          </div>
        )}
        <div role="status" className="empty:hidden">
          {wanted.waiting && (
            <Alert tone="warning" icon="offline" title={t('wanted.kept_offline')}>
              {t('wanted.kept_offline_text')}
            </Alert>
          )}
        </div>
        {wanted.isNew && wanted.same && <SavedWanted wanted={wanted.same} onChanged={wanted.setSaved} />}
        {wanted.exists && !wanted.isNew && <AlreadyThere />}
        {!settled && (
          <Press busy={wanted.busy} opening={opening} onPress={press} onEdit={() => open(() => setEditing(true))} />
        )}
      </div>
      {recent && (
        <div className="border-t border-line pt-4 md:w-76 md:shrink-0 md:self-center md:border-t-0 md:pt-0">
          <RideBars recent={recent} />
        </div>
      )}
      {Form && (
        <Form
          open={editing}
          onClose={() => setEditing(false)}
          initial={values}
          send={wanted.send}
          onSaved={(saved) => {
            wanted.done(saved)
            setEditing(false)
          }}
          onFailed={(error, given) => {
            const told = wanted.fail(error, given)
            if (told) setEditing(false)
            return told
          }}
        />
      )}
    </Card>
  )
}

interface PlacesProps {
  fields: Record<(typeof ends)[number], Ref<HTMLInputElement>>
  values: WantedValues
  problems: EndProblems
  /** The button was pressed: before that an empty place is not marked as wrong. */
  attempted: boolean
  onChange: (values: WantedValues) => void
}

/** Asks for the places that are missing or not known. */
function Places({ fields, values, problems, attempted, onChange }: PlacesProps) {
  const t = useT()
  const fieldText = useFieldText()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {ends.map((end) => {
        const code = problems[end]
        return (
          <Field
            key={end}
            label={end === 'from' ? t('rides.from') : t('rides.to')}
            required
            error={code && (attempted || code !== 'required') && fieldText(code, end)}
          >
            <PlaceField
              ref={fields[end]}
              value={values[end]}
              onChange={(place) => onChange({ ...values, [end]: place })}
              placeholder={t('rides.place_example')}
            />
          </Field>
        )
      })}
    </div>
  )
}

interface PressProps {
  busy: boolean
  opening: boolean
  onPress: () => void
  onEdit: () => void
}

function Press({ busy, opening, onPress, onEdit }: PressProps) {
  const t = useT()
  const { status } = useSession()
  return (
    <>
      <Button size="lg" icon="bell" busy={busy} onClick={onPress} className="max-md:w-full md:self-start">
        {t('wanted.tell_me')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Button variant="ghost" size="sm" icon="edit" busy={opening} onClick={onEdit} className="-ms-3.5 text-link!">
          {t('wanted.change_first')}
        </Button>
        <span className="text-sm text-soft">
          {status === 'signed-out' ? t('wanted.sign_in_first') : t('wanted.only_you')}
        </span>
      </div>
    </>
  )
}

/** Takes the place of the button, and its focus. */
function AlreadyThere() {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [])
  return (
    <ButtonLink ref={link} to={paths.wanted} variant="quiet" size="lg" iconEnd="arrow-end" className="self-start">
      {t('wanted.already')}
    </ButtonLink>
  )
}

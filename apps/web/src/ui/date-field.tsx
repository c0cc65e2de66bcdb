import { lazy, Suspense, useId, useRef, useState, type InputHTMLAttributes, type Ref } from 'react'
import { useAnchored } from './anchored.ts'
import { dateExample, formatDate, parseDate, type IsoDate } from './date-text.ts'
import { useEntered } from './entered.ts'
import { controlClass, FieldNotes, useFieldControl, useOwnProblem } from './field.tsx'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazy(loadCalendar)

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'min' | 'max' | 'type'>

export interface DateFieldProps extends InputProps {
  /** '' while nothing is chosen. */
  value: string
  /** Called on blur, on Enter and by the calendar; '' for an empty text and for one that is not a date. */
  onChange: (value: string) => void
  /** The page's language as an Intl tag, such as 'nb-NO'. */
  locale: string
  /** Today in Oslo; a date without a year is counted from it. */
  today: IsoDate
  min?: IsoDate
  max?: IsoDate
  texts: {
    /** Name of the button and of the calendar. */
    open: string
    loading: string
    previousMonth: string
    nextMonth: string
    today: string
    /** Said with days outside min and max. */
    unavailable: string
    /** Error for a text that is not a date; says how to write one. */
    invalid: string
    /** Error for a date outside min and max. */
    outOfRange: string
  }
  ref?: Ref<HTMLInputElement>
}

/** A date, typed or chosen from a calendar. Shows that a date is out of range only while the `Field` has no error. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, locale, today, min, max, texts, className = '', ref, ...rest } = props
  // The text being typed; null while the field shows its value.
  const [draft, setDraft] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const id = useId()
  const { inset, attributes } = useFieldControl(rest)
  const outside = value !== '' && ((min !== undefined && value < min) || (max !== undefined && value > max))
  const told = useOwnProblem(refused ? texts.invalid : undefined)
  const own = refused ? texts.invalid : outside ? texts.outOfRange : undefined
  const problem = attributes['aria-invalid'] || (refused && told) ? undefined : own

  const place = useRef<HTMLDivElement>(null)
  const commit = (text = draft) => {
    if (text === null) return
    const parsed = text.trim() === '' ? '' : parseDate(text, locale, today)
    setRefused(parsed === undefined)
    setDraft(parsed === undefined ? text : null)
    onChange(parsed ?? '')
  }
  useEntered(place, value ? formatDate(value, locale) : '', (entered) => {
    if (place.current?.contains(document.activeElement)) setDraft(entered)
    else commit(entered)
  })
  const pick = (iso: IsoDate) => {
    setDraft(null)
    setRefused(false)
    onChange(iso)
  }

  return (
    <>
      <div ref={place} className="relative">
        <input
          type="text"
          autoComplete="off"
          placeholder={dateExample(min ?? today, locale)}
          {...rest}
          {...attributes}
          aria-invalid={attributes['aria-invalid'] || refused || Boolean(problem) || undefined}
          aria-describedby={
            [problem && `${id}-error`, attributes['aria-describedby']].filter(Boolean).join(' ') || undefined
          }
          ref={ref}
          value={draft ?? (value ? formatDate(value, locale) : '')}
          onChange={(event) => {
            setDraft(event.target.value)
            setRefused(false)
          }}
          onBlur={(event) => {
            commit()
            rest.onBlur?.(event)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
            rest.onKeyDown?.(event)
          }}
          className={controlClass(inset, `pe-12 ${className}`)}
        />
        <CalendarButton {...{ value, locale, today, min, max, texts }} onPick={pick} />
      </div>
      <FieldNotes id={id} error={problem} />
    </>
  )
}

type CalendarButtonProps = Pick<DateFieldProps, 'value' | 'locale' | 'today' | 'min' | 'max' | 'texts'> & {
  onPick: (iso: IsoDate) => void
}

function CalendarButton({ onPick, ...rest }: CalendarButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  useAnchored(open, button, popup, { align: 'end' })
  const { texts } = rest
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={texts.open}
        aria-haspopup="dialog"
        aria-expanded={open}
        // Loads the calendar when the pointer or the focus comes near.
        onPointerEnter={() => void loadCalendar()}
        onFocus={() => void loadCalendar()}
        className="absolute inset-y-0 end-0 inline-flex w-11 items-center justify-center rounded-field text-soft hover:text-text"
      >
        <Icon name="calendar" />
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={texts.open}
        className="popup overflow-auto p-3"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <Suspense fallback={<Spinner label={texts.loading} showLabel className="p-6" />}>
            <Calendar
              {...rest}
              rtl={document.documentElement.dir === 'rtl'}
              onPick={(iso) => {
                onPick(iso)
                popup.current?.hidePopover()
              }}
            />
          </Suspense>
        )}
      </div>
    </>
  )
}

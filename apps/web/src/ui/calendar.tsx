import { DayPicker } from 'react-day-picker'
import { listed } from '@samtur/i18n/list'
import { Icon } from './icon.tsx'
import type { IsoDate } from './date-text.ts'

export interface CalendarProps {
  /** '' while nothing is chosen. */
  value: string
  today: IsoDate
  min?: IsoDate
  max?: IsoDate
  locale: string
  rtl: boolean
  texts: { open: string; previousMonth: string; nextMonth: string; today: string; unavailable: string }
  onPick: (iso: IsoDate) => void
}

// DayPicker counts in the device's zone; noon keeps the day the same in any zone.
function toLocal(iso: IsoDate) {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

function toIso(date: Date): IsoDate {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const navButton =
  'inline-flex size-11 items-center justify-center rounded-field hover:bg-sunk aria-disabled:opacity-40 ' +
  'aria-disabled:hover:bg-transparent'

const classNames = {
  root: 'w-fit',
  months: 'relative',
  nav: 'pointer-events-none absolute inset-x-0 top-0 flex justify-between *:pointer-events-auto',
  button_previous: navButton,
  button_next: navButton,
  month_caption: 'flex h-11 items-center justify-center',
  caption_label: 'font-heading text-lg first-letter:uppercase',
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-10 text-sm font-normal text-soft sm:size-11',
  day: 'p-0',
  day_button:
    'inline-flex size-10 items-center justify-center rounded-full border border-transparent tabular hover:bg-sunk sm:size-11 ' +
    'disabled:text-faint disabled:line-through disabled:hover:bg-transparent in-data-today:font-bold in-data-today:text-link ' +
    'in-data-selected:border-brand in-data-selected:bg-brand in-data-selected:font-semibold in-data-selected:text-on-brand',
}

// DayPicker names its arrows by side and has already mirrored them for right-to-left.
function Chevron({ orientation }: { orientation?: string }) {
  return <Icon name="chevron-down" className={orientation === 'left' ? 'rotate-90' : '-rotate-90'} />
}

/** Loads a date library, so it is imported lazily, by the date field's button. */
export default function Calendar({ value, today, min, max, locale, rtl, texts, onPick }: CalendarProps) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory' })
    return (date: Date) => formatter.format(date)
  }
  const caption = format({ month: 'long', year: 'numeric' })
  const wholeDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const dayNumber = new Intl.NumberFormat(locale)
  const disabled = [min && { before: toLocal(min) }, max && { after: toLocal(max) }].filter((matcher) => !!matcher)
  return (
    <DayPicker
      mode="single"
      required
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens on request, and the keys act on its days
      autoFocus
      lang={locale}
      dir={rtl ? 'rtl' : 'ltr'}
      weekStartsOn={1}
      selected={value ? toLocal(value) : undefined}
      onSelect={(date: Date) => onPick(toIso(date))}
      defaultMonth={toLocal(value || min || today)}
      startMonth={min ? toLocal(min) : undefined}
      endMonth={max ? toLocal(max) : undefined}
      today={toLocal(today)}
      disabled={disabled}
      classNames={classNames}
      components={{ Chevron }}
      formatters={{
        formatCaption: caption,
        formatWeekdayName: format({ weekday: 'short' }),
        formatDay: (date) => dayNumber.format(date.getDate()),
      }}
      labels={{
        labelNav: () => texts.open,
        labelGrid: caption,
        labelWeekday: format({ weekday: 'long' }),
        labelNext: () => texts.nextMonth,
        labelPrevious: () => texts.previousMonth,
        labelDayButton: (date, modifiers) =>
          listed([modifiers.today && texts.today, wholeDay(date), modifiers.disabled && texts.unavailable], locale),
      }}
    />
  )
}

/** Formats times, money and numbers in the page's language. Every time is Oslo's, whatever the device's zone. */
import { useSyncExternalStore } from 'react'
import { currencyUnits, TIME_ZONE } from '@samtur/contract/basics'
import type { Currency } from '@samtur/contract/constants'
import { listed } from '@samtur/i18n/list'
import { languages, type Language, type Translate } from '@samtur/i18n/translate'
import { useLanguage, useT } from './i18n.ts'
import { wallTime } from './oslo-time.ts'

const hour = 3_600_000

const yearIn = new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, year: 'numeric' })

export const yearUnlessThis = (iso: string) =>
  yearIn.format(new Date(iso)) === yearIn.format(Date.now()) ? undefined : 'numeric'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Minutes between UTC and Oslo's clock, with the sign of `getTimezoneOffset`. */
const osloOffset = (at: Date) => Math.round((at.getTime() - wallTime(at.getTime())) / 60_000)
/** Returns whether the device's clock differs from Oslo's at that instant. */
const isElsewhere = (at: Date) => at.getTimezoneOffset() !== osloOffset(at)

/** `abroad` is false where the output may not depend on the device: then no zone is shown. */
export function createFormat(language: Language, t: Translate, abroad = false) {
  const { tag } = languages[language]
  const formats = new Map<string, Intl.DateTimeFormat>()
  const show = (iso: string | number, options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options)
    const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { timeZone: TIME_ZONE, ...options })
    formats.set(key, format)
    return format.format(new Date(iso))
  }
  const number = (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString(tag, options)
  const oneDecimal = (value: number) => number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  // Uses a colon in every language, as times are typed and as tickets print them.
  const time = (iso: string) => show(iso, clock).replace(/^(\d+)\D(\d+)$/, '$1:$2')
  /** Returns 'Oslo time' where the device's clock differs at that instant, else an empty text. */
  const zone = (iso: string) => (abroad && isElsewhere(new Date(iso)) ? t('core.oslo_time') : '')
  const withZone = (text: string, iso: string) => [text, zone(iso)].filter(Boolean).join(' ')
  const date = (iso: string) =>
    show(iso, { weekday: 'short', day: 'numeric', month: 'short', year: yearUnlessThis(iso) })

  return {
    /** 'fre. 27. nov.', with the year when it is not the current one. Takes instants and yyyy-mm-dd. */
    date,
    /** 'fre. 27.'. */
    weekday: (iso: string) => show(iso, { weekday: 'short', day: 'numeric' }),
    /** 'fredag 27. november 2026'. */
    longDate: (iso: string) => show(iso, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** 'november 2026'. */
    month: (iso: string) => show(iso, { month: 'long', year: 'numeric' }),
    /** '08:25'. */
    time,
    zone,
    /** '08:25', with 'Oslo time' behind it where the device's zone is another one. */
    zonedTime: (iso: string) => withZone(time(iso), iso),
    /** 'fre. 27. nov. 08:25', followed by 'Oslo time' where the device's zone differs. */
    dateTime: (iso: string) => withZone(`${date(iso)} ${time(iso)}`, iso),
    /** '7,0 t'. */
    duration: (from: string, to: string) =>
      t('core.hours_short', { hours: oneDecimal((Date.parse(to) - Date.parse(from)) / hour) }),
    /** Returns the amount and its unit separately, because the unit is set smaller; `text` has both. */
    price(kroner: number, currency: Currency = 'NOK') {
      const amount = number(kroner, { maximumFractionDigits: 0 })
      return { amount, unit: currencyUnits[currency], text: `${amount}\u00a0${currencyUnits[currency]}` }
    },
    number: (value: number) => number(value),
    /** 'Oslo, Hamar, Lillehammer'. */
    list: (parts: readonly (string | undefined)[]) => listed(parts, tag),
    /** '9,0'. */
    rating: oneDecimal,
  }
}

export type Format = ReturnType<typeof createFormat>

/** One for all parts of a page, because making Intl's formats takes most of the time. By translator, and whether the device is abroad. */
const shared = new WeakMap<Translate, Map<boolean, Format>>()

function formatFor(language: Language, t: Translate, abroad: boolean): Format {
  const made = shared.get(t) ?? new Map<boolean, Format>()
  shared.set(t, made)
  const format = made.get(abroad) ?? createFormat(language, t, abroad)
  made.set(abroad, format)
  return format
}

/** Every second week of a year, with Oslo's offset. */
let fortnights: { at: Date; offset: number }[] | undefined
const readFortnights = () =>
  Array.from({ length: 26 }, (_, count) => new Date(Date.now() + count * 14 * 24 * hour)).map((at) => ({
    at,
    offset: osloOffset(at),
  }))

/** Returns whether the device's clock differs from Oslo's in some part of the year. */
function isAbroad() {
  fortnights ??= readFortnights()
  return fortnights.some(({ at, offset }) => at.getTimezoneOffset() !== offset)
}

const never = () => () => {}
/** The server, and a page that is hydrated, do not know the device's clock. */
const unknown = () => false

export function useFormat(): Format {
  const { language } = useLanguage()
  return formatFor(language, useT(), useSyncExternalStore(never, isAbroad, unknown))
}

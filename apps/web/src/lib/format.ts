/** Formats times, money and numbers in the page's language. Every time is Oslo's, whatever the device's zone. */
import { useMemo } from 'react'
import { currencyUnits, TIME_ZONE } from '@samtur/contract/basics'
import type { Currency } from '@samtur/contract/constants'
import { listed } from '@samtur/i18n/list'
import { languages, type Language, type Translate } from '@samtur/i18n/translate'
import { useOnServer } from '../ui/on-server.ts'
import { useLanguage, useT } from './i18n.ts'

const hour = 3_600_000

const yearIn = new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, year: 'numeric' })

export const yearUnlessThis = (iso: string) =>
  yearIn.format(new Date(iso)) === yearIn.format(Date.now()) ? undefined : 'numeric'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const osloClock = new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, day: '2-digit', ...clock })

/** Returns whether the device's clock differs from Oslo's at that instant. */
const isElsewhere = (at: Date) =>
  new Intl.DateTimeFormat('en', { day: '2-digit', ...clock }).format(at) !== osloClock.format(at)

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

export function useFormat(): Format {
  const { language } = useLanguage()
  const t = useT()
  const onServer = useOnServer()
  return useMemo(() => createFormat(language, t, !onServer), [language, t, onServer])
}

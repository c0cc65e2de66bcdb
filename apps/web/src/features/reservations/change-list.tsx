import type { Currency } from '@samtur/contract/constants'
import type { MessageId } from '@samtur/i18n/translate'
import { useFormat, type Format } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import type { Change, ChangedPart } from './model.ts'

const labels = {
  departure: 'reservations.departure',
  arrival: 'reservations.arrival',
  start: 'reservations.start',
  end: 'reservations.end',
  start_point: 'points.changed_start',
  end_point: 'points.changed_end',
  price: 'reservations.price_each',
} as const satisfies Record<ChangedPart, MessageId>

interface ChangeListProps {
  changes: readonly Change[]
  currency: Currency
}

/** What it was, and what it is now. */
export function ChangeList({ changes, currency }: ChangeListProps) {
  const t = useT()
  const format = useFormat()
  return (
    <dl className="flex flex-col gap-2">
      {changes.map((change) => {
        const { before, now } = wordsOf(change, format, currency, t('points.by_agreement'))
        return (
          <div key={change.part}>
            <dt className="text-sm text-soft">{t(labels[change.part])}</dt>
            <dd className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
              <span className="sr-only">{t('reservations.before')}</span>
              <s className="text-soft">
                <bdi>{before}</bdi>
              </s>
              <Icon name="arrow-end" size={16} className="text-soft" />
              <span className="sr-only">{t('reservations.now')}</span>
              <bdi className="font-semibold">{now}</bdi>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** A time on the same day needs no day. */
function wordsOf({ part, before, now }: Change, format: Format, currency: Currency, noPoint: string) {
  if (part === 'price') {
    const price = (value: string | number) => format.price(Number(value), currency).text
    return { before: price(before), now: price(now) }
  }
  const [was, is] = [String(before), String(now)]
  if (part === 'start_point' || part === 'end_point') return { before: was || noPoint, now: is || noPoint }
  if (part === 'start' || part === 'end') return { before: was, now: is }
  const show = format.date(was) === format.date(is) ? format.time : format.dateTime
  return { before: show(was), now: show(is) }
}

import { useId } from 'react'
import type { Notification } from '@samtur/contract/notifications'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useNow } from '#lib/use-now'
import { Card } from '#ui/card'
import { LostTrip } from './lost-trip.tsx'
import { byDay, rescuedAtOnce } from './model.ts'
import { NotificationItem } from './notification-item.tsx'

interface NotificationDaysProps {
  items: readonly Notification[]
  onOpen: (notification: Notification) => void
}

const dayLength = 86_400_000

/** All notifications by day, newest first. */
export function NotificationDays({ items, onOpen }: NotificationDaysProps) {
  const t = useT()
  const { longDate } = useFormat()
  // To the minute, so that today becomes yesterday.
  const now = useNow()
  const rescued = rescuedAtOnce(items, now)
  const today = longDate(new Date(now).toISOString())
  const yesterday = longDate(new Date(now - dayLength).toISOString())
  const nameOf = (day: string) => {
    if (day === today) return t('notifications.today')
    return day === yesterday ? t('notifications.yesterday') : day
  }
  return (
    <div className="flex flex-col gap-7">
      {byDay(items, longDate).map(({ day, items: those }) => (
        <OneDay key={day} name={nameOf(day)} items={those} onOpen={onOpen} now={now} rescued={rescued} />
      ))}
    </div>
  )
}

interface OneDayProps extends NotificationDaysProps {
  name: string
  now: number
  /** Those whose other ways are loaded by themselves. */
  rescued: ReadonlySet<string>
}

function OneDay({ name, items, onOpen, now, rescued }: OneDayProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2.5 font-sans text-base font-semibold tracking-normal text-soft">
        <span className="inline-block first-letter:uppercase">{name}</span>
      </h2>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {items.map((notification) => (
            <li key={notification.id}>
              <NotificationItem notification={notification} onOpen={onOpen} />
              <LostTrip notification={notification} now={now} atOnce={rescued.has(notification.id)} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

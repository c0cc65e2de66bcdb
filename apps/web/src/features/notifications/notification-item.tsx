import { Link } from 'react-router'
import type { Notification } from '@samtur/contract/notifications'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { useRelative } from '#lib/relative'
import { Icon } from '#ui/icon'
import { RouteRow } from '#ui/route-row'
import { deadlineOf, lookOf, safePath, sentenceOf, type Tone } from './model.ts'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunk text-soft',
  good: 'bg-brand-tint text-on-tint',
  warning: 'bg-warning-tint text-warning',
  bad: 'bg-danger-tint text-danger',
}

interface NotificationItemProps {
  notification: Notification
  onOpen: (notification: Notification) => void
}

/** One notification; the whole row opens its page. Unread is shown by a word, a dot and the font's weight. */
export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const t = useT()
  const relative = useRelative()
  const moment = useMoment()
  const { kind, params, path, created_at, read_at } = notification
  const { icon, tone } = lookOf(kind)
  const unread = read_at === null
  const deadline = deadlineOf(t, notification, moment)
  return (
    <Link
      to={safePath(path)}
      onClick={() => onOpen(notification)}
      className="flex gap-3 rounded-sm px-3 py-3 no-underline hover:bg-sunk/60 focus-visible:-outline-offset-2 sm:px-4"
    >
      <span className={`flex size-9 shrink-0 items-center justify-center rounded-full ${tones[tone]}`}>
        <Icon name={icon} size={18} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={`wrap-anywhere ${unread ? 'font-semibold' : ''}`}>
          {unread && <span className="sr-only">{t('notifications.unread')}: </span>}
          {sentenceOf(t, notification)}
        </span>
        {deadline && <span className="text-sm">{deadline}</span>}
        <Trip params={params} />
        {[params.subject, params.reason].filter(Boolean).map((words) => (
          <span key={words} dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
            <q>{words}</q>
          </span>
        ))}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-2 pt-0.5">
        <time dateTime={created_at} className="text-sm text-soft">
          {relative(created_at)}
        </time>
        {unread && <span aria-hidden="true" className={dot} />}
      </span>
    </Link>
  )
}

const dot = 'size-2.5 rounded-full border border-transparent bg-danger'

/** The trip of the notification, with its present and its earlier time. */
function Trip({ params }: Pick<Notification, 'params'>) {
  const t = useT()
  const format = useFormat()
  const { from, to, departure_time: departure, old_departure_time: before } = params
  const moved = before && departure && Date.parse(before) !== Date.parse(departure) ? before : undefined
  const sameDay = moved && departure && format.date(moved) === format.date(departure)
  if (!departure && !(from && to)) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 text-sm text-soft wrap-anywhere">
      {from && to && <RouteRow from={from} to={to} toLabel={t('core.to')} />}
      {departure && (
        <span>
          {/* On the same day only the time has changed. */}
          {sameDay && `${format.date(departure)} `}
          {moved && <s>{sameDay ? format.time(moved) : `${format.date(moved)} ${format.time(moved)}`}</s>}
          {moved && ' '}
          <time dateTime={departure}>{sameDay ? format.zonedTime(departure) : format.dateTime(departure)}</time>
        </span>
      )}
    </span>
  )
}

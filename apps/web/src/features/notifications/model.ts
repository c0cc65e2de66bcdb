/** Texts and icons of notifications, and the grouping of the list; no React. */
import type {
  Notification,
  NotificationKind,
  NotificationParams,
  NotificationSettings,
  SettingChanges,
} from '@samtur/contract/notifications'
import type { Translate } from '@samtur/i18n/translate'
import type { IconName } from '#ui/icon'
import type { Lost, LostTrip } from '../wanted/model.ts'

export type Tone = 'neutral' | 'good' | 'warning' | 'bad'

const looks: Record<NotificationKind, { icon: IconName; tone: Tone }> = {
  request_received: { icon: 'people', tone: 'neutral' },
  request_waiting: { icon: 'clock-pending', tone: 'warning' },
  seats_booked: { icon: 'bolt', tone: 'good' },
  request_accepted: { icon: 'check-circle', tone: 'good' },
  request_rejected: { icon: 'cross', tone: 'bad' },
  request_expired: { icon: 'clock', tone: 'neutral' },
  passenger_removed: { icon: 'block', tone: 'bad' },
  seats_gone: { icon: 'people', tone: 'warning' },
  seat_offered: { icon: 'seat', tone: 'good' },
  seat_lapsed: { icon: 'clock', tone: 'neutral' },
  waiting_ended: { icon: 'people', tone: 'neutral' },
  driver_unavailable: { icon: 'block', tone: 'warning' },
  driver_available: { icon: 'car', tone: 'good' },
  reservation_withdrawn: { icon: 'arrow-start', tone: 'neutral' },
  change_confirmed: { icon: 'check', tone: 'good' },
  change_declined: { icon: 'cross', tone: 'neutral' },
  ride_changed: { icon: 'edit', tone: 'warning' },
  ride_cancelled: { icon: 'block', tone: 'bad' },
  trip_tomorrow: { icon: 'calendar', tone: 'good' },
  rating_received: { icon: 'star', tone: 'neutral' },
  rating_replied: { icon: 'star', tone: 'neutral' },
  message_received: { icon: 'chat', tone: 'neutral' },
  support_replied: { icon: 'help', tone: 'good' },
  support_resolved: { icon: 'check-circle', tone: 'good' },
  report_decided: { icon: 'flag', tone: 'neutral' },
  content_hidden: { icon: 'eye-off', tone: 'bad' },
  content_shown: { icon: 'eye', tone: 'good' },
  new_device: { icon: 'lock', tone: 'warning' },
  ride_matched: { icon: 'search', tone: 'good' },
  wanted_digest: { icon: 'search', tone: 'neutral' },
  ride_offered: { icon: 'car', tone: 'good' },
  wanted_on_your_way: { icon: 'people', tone: 'neutral' },
  trip_followed: { icon: 'eye', tone: 'neutral' },
  arrival_asked: { icon: 'pin', tone: 'warning' },
}

export const lookOf = (kind: NotificationKind) => looks[kind]

type Sentence = (t: Translate, params: NotificationParams & { name: string }) => string

type Content = NonNullable<NotificationParams['content']>

const hiddenTexts = {
  comment: 'notifications.hidden_comment',
  message: 'notifications.hidden_message',
  ride: 'notifications.hidden_ride',
  picture: 'notifications.hidden_picture',
} as const satisfies Record<Content, string>

const shownTexts = {
  comment: 'notifications.shown_comment',
  message: 'notifications.shown_message',
  ride: 'notifications.shown_ride',
  picture: 'notifications.shown_picture',
} as const satisfies Record<Content, string>

const sentences: Record<NotificationKind, Sentence> = {
  request_received: (t, { name, seats = 1 }) => t('notifications.request_received', { name, seats }),
  request_waiting: (t, { name }) => t('notifications.request_waiting', { name }),
  seats_booked: (t, { name, seats = 1 }) => t('notifications.seats_booked', { name, seats }),
  request_accepted: (t, { name, instant }) =>
    t(instant ? 'notifications.seats_given' : 'notifications.request_accepted', { name }),
  request_rejected: (t, { name }) => t('notifications.request_rejected', { name }),
  request_expired: (t) => t('notifications.request_expired'),
  passenger_removed: (t, { name }) => t('notifications.passenger_removed', { name }),
  seats_gone: (t, { seats = 1 }) => t('notifications.seats_gone', { seats }),
  seat_offered: (t, { seats = 1 }) => t('notifications.seat_offered', { seats }),
  seat_lapsed: (t) => t('notifications.seat_lapsed'),
  waiting_ended: (t) => t('notifications.waiting_ended'),
  driver_unavailable: (t, { name }) => t('notifications.driver_unavailable', { name }),
  driver_available: (t, { name }) => t('notifications.driver_available', { name }),
  reservation_withdrawn: (t, { name }) => t('notifications.reservation_withdrawn', { name }),
  change_confirmed: (t, { name }) => t('notifications.change_confirmed', { name }),
  change_declined: (t, { name }) => t('notifications.change_declined', { name }),
  ride_changed: (t, { name, confirm, ended }) => {
    if (ended) return t('notifications.ride_changed_ended', { name })
    return confirm ? t('notifications.ride_changed_confirm', { name }) : t('notifications.ride_changed', { name })
  },
  ride_cancelled: (t, { name }) => t('notifications.ride_cancelled', { name }),
  trip_tomorrow: (t) => t('notifications.trip_tomorrow'),
  rating_received: (t, { name, rating }) =>
    rating === undefined ? t('notifications.rating_blind', { name }) : t('notifications.rating', { name, rating }),
  rating_replied: (t, { name }) => t('notifications.rating_replied', { name }),
  message_received: (t, { name }) => t('notifications.message_received', { name }),
  support_replied: (t) => t('notifications.support_replied'),
  support_resolved: (t) => t('notifications.support_resolved'),
  report_decided: (t, { decision }) =>
    decision === 'dismissed' ? t('notifications.report_dismissed') : t('notifications.report_resolved'),
  content_hidden: (t, { content = 'comment' }) => t(hiddenTexts[content]),
  content_shown: (t, { content = 'comment' }) => t(shownTexts[content]),
  new_device: (t, { device }) =>
    device ? t('notifications.new_device', { device }) : t('notifications.new_device_unknown'),
  ride_matched: (t) => t('notifications.ride_matched'),
  wanted_digest: (t, { rides = 1 }) => t('notifications.wanted_digest', { rides }),
  ride_offered: (t, { name }) => t('notifications.ride_offered', { name }),
  wanted_on_your_way: (t, { name }) => t('notifications.wanted_on_your_way', { name }),
  trip_followed: (t, { name }) => t('notifications.trip_followed', { name }),
  arrival_asked: (t) => t('notifications.arrival_asked'),
}

/** Returns what has happened, in one sentence. A deleted user has no name. */
export function sentenceOf(t: Translate, { kind, params }: Pick<Notification, 'kind' | 'params'>): string {
  return sentences[kind](t, { ...params, name: params.name || t('core.deleted_user') })
}

/** Returns the sentence that says until when something can be done; `clock` writes the time. */
export function deadlineOf(
  t: Translate,
  { kind, params: { until } }: Pick<Notification, 'kind' | 'params'>,
  clock: (instant: string) => string,
): string | undefined {
  if (!until) return undefined
  if (kind === 'seat_offered') return t('notifications.take_by', { until: clock(until) })
  return kind === 'request_received' || kind === 'request_waiting'
    ? t('notifications.answer_by', { until: clock(until) })
    : undefined
}

/** Marks one as read, or it and all before it: ids rise. */
export function withRead<Item extends Pick<Notification, 'id' | 'read_at'>>(
  items: readonly Item[],
  id: string,
  all: boolean,
): Item[] {
  const concerns = (item: Item) => item.id === id || (all && BigInt(item.id) < BigInt(id))
  const read_at = new Date().toISOString()
  return items.map((item) => (item.read_at === null && concerns(item) ? { ...item, read_at } : item))
}

export interface Day<Item> {
  day: string
  items: Item[]
}

/** Groups neighbours of the same day, in the given order. `dayOf` returns the day of an instant. */
export function byDay<Item extends { created_at: string }>(
  items: readonly Item[],
  dayOf: (instant: string) => string,
): Day<Item>[] {
  const days: Day<Item>[] = []
  for (const item of items) {
    const day = dayOf(item.created_at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** Returns the number in the badge. */
export const cappedCount = (unread: number) => (unread > 99 ? '99+' : String(unread))

export type Channel = 'email' | 'push'

export type Change = SettingChanges['items'][number]

/** Returns the settings after the changes. */
export function withChanges(settings: NotificationSettings, changes: readonly Change[]): NotificationSettings {
  const byKind = new Map(changes.map((change) => [change.kind, change]))
  return { ...settings, items: settings.items.map((item) => ({ ...item, ...byKind.get(item.kind) })) }
}

/** What a person needs to know in time: it asks for an answer, or the trip is not as it was. */
const important = {
  request_received: true,
  request_waiting: true,
  seats_booked: true,
  request_accepted: true,
  request_rejected: true,
  request_expired: true,
  passenger_removed: true,
  seats_gone: false,
  seat_offered: true,
  seat_lapsed: false,
  waiting_ended: false,
  driver_unavailable: true,
  driver_available: false,
  reservation_withdrawn: true,
  change_confirmed: false,
  change_declined: true,
  ride_changed: true,
  ride_cancelled: true,
  trip_tomorrow: true,
  rating_received: false,
  rating_replied: false,
  message_received: true,
  support_replied: true,
  support_resolved: false,
  report_decided: false,
  content_hidden: false,
  content_shown: false,
  new_device: true,
  ride_matched: false,
  wanted_digest: false,
  ride_offered: false,
  wanted_on_your_way: false,
  trip_followed: false,
  arrival_asked: true,
} as const satisfies Record<NotificationKind, boolean>

export const presets = {
  all: () => true,
  important: (kind) => important[kind],
  none: () => false,
} as const satisfies Record<string, (kind: NotificationKind) => boolean>
export type Preset = keyof typeof presets

/** Returns the changes of all kinds that the preset asks for. */
export const changesTo = (
  preset: Preset,
  items: NotificationSettings['items'],
  channels: readonly Channel[],
): Change[] =>
  items.map(({ kind }) => ({
    kind,
    ...Object.fromEntries(channels.map((channel) => [channel, presets[preset](kind)])),
  }))

/** Returns the preset that the settings are; undefined where the person has chosen by themselves. */
export const presetOf = (items: NotificationSettings['items'], channels: readonly Channel[]): Preset | undefined =>
  (Object.keys(presets) as Preset[]).find((preset) =>
    items.every((item) => channels.every((channel) => item[channel] === presets[preset](item.kind))),
  )

/** Returns the path, or the start page for an address of another site. */
export const safePath = (path: string) => (/^\/(?![/\\])/.test(path) ? path : '/')

/** Returns the trip that ended without the reader's doing, while it is ahead; undefined where the notification is of something else. */
export function lostTrip({ params }: Pick<Notification, 'params'>, now: number) {
  const { reservation_id, waiting_id, from, to, departure_time } = params
  const lost: Lost | undefined = reservation_id ? { reservation_id } : waiting_id ? { waiting_id } : undefined
  if (!lost || !from || !to || !departure_time || Date.parse(departure_time) <= now) return undefined
  const trip: LostTrip = { start_location: from, end_location: to, departure_time }
  return { lost, trip }
}

/** So many of the newest lost trips load their other ways by themselves. */
const atOnce = 3

/** Returns the ids of the notifications whose other ways are loaded by themselves. */
export const rescuedAtOnce = (items: readonly Notification[], now: number): ReadonlySet<string> =>
  new Set(
    items
      .filter((item) => lostTrip(item, now))
      .slice(0, atOnce)
      .map(({ id }) => id),
  )

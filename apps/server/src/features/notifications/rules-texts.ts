/** The texts of notifications, for mails and push messages. */
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import type { Language, Translate } from '@samtur/i18n/translate'
import { dayAndTime } from '#platform/mail/times'

/** The texts of a notification; a push message has its subject and its text. */
export interface NotificationText {
  subject: string
  text: string
  /** What to do next. */
  next?: string
  button: string
  /** Where the button leads instead of the notification's page: a search for the same route, or the contact form. */
  leadsTo?: 'search' | 'contact'
}

interface NotificationValues {
  /** The other person. */
  name: string
  from: string
  to: string
  /** From, to and when, as part of a sentence. */
  trip: string
  /** The departure before a change; empty when it has not moved. */
  moved: string
  seats: number
  /** Until when a request can be answered or an offer taken; empty where that is not said. */
  until: string
  rating: number | undefined
  /** The seats were given without the driver's answer. */
  instant: boolean
  confirm: boolean
  ended: boolean
  /** The subject of a support request. */
  subject: string
  decision: NotificationParams['decision']
  content: NotificationParams['content']
  device: string
  rides: number
  /** Whether the other person has given a phone number. */
  phone: boolean
}

interface WrittenNotification {
  kind: NotificationKind
  params: NotificationParams
  /** Given for mails only. */
  has_phone?: boolean
}

/** Returns a notification's text in the reader's language. */
export function writeNotification(
  t: Translate,
  language: Language,
  { kind, params, has_phone = false }: WrittenNotification,
): NotificationText {
  const written = texts[kind](t, { ...valuesOf(t, language, params), phone: has_phone })
  const { meeting_point: point } = params
  if (!point || !withMeetingPoint.includes(kind)) return written
  return { ...written, text: `${written.text} ${t('mails.notification_meeting_point', { point })}` }
}

/** Notifications that say where the reader's trip begins. */
const withMeetingPoint: readonly NotificationKind[] = ['request_accepted', 'ride_changed', 'trip_tomorrow']

function valuesOf(t: Translate, language: Language, params: NotificationParams): Omit<NotificationValues, 'phone'> {
  const { from = '', to = '', departure_time: time, old_departure_time: before } = params
  return {
    name: params.name || t('mails.notification_somebody'),
    from,
    to,
    trip: time
      ? t('mails.notification_trip', { from, to, time: dayAndTime(language, time) })
      : t('mails.notification_trip_undated', { from, to }),
    moved: before && time && before !== time ? dayAndTime(language, before) : '',
    seats: params.seats ?? 1,
    until: params.until ? dayAndTime(language, params.until) : '',
    rating: params.rating,
    instant: params.instant ?? false,
    confirm: params.confirm ?? false,
    ended: params.ended ?? false,
    subject: params.subject ?? '',
    decision: params.decision,
    content: params.content,
    device: params.device ?? '',
    rides: params.rides ?? 1,
  }
}

const texts: Record<NotificationKind, (t: Translate, values: NotificationValues) => NotificationText> = {
  request_received: (t, { name, from, to, trip, seats, until }) => ({
    subject: t('mails.notification_request_subject', { name, from, to }),
    text: t('mails.notification_request_text', { name, trip, seats }),
    next: until
      ? t('mails.notification_request_next_until', { name, until })
      : t('mails.notification_request_next', { name }),
    button: t('mails.notification_request_button'),
  }),
  request_waiting: (t, { name, from, to, trip, seats, until }) => ({
    subject: t('mails.notification_waiting_subject', { name, from, to }),
    text: t('mails.notification_waiting_text', { name, trip, seats }),
    next: until
      ? t('mails.notification_waiting_next_until', { name, until })
      : t('mails.notification_waiting_next', { name }),
    button: t('mails.notification_waiting_button'),
  }),
  seats_booked: (t, { name, from, to, trip, seats }) => ({
    subject: t('mails.notification_booked_subject', { name, from, to }),
    text: t('mails.notification_booked_text', { name, trip, seats }),
    next: t('mails.notification_booked_next', { name }),
    button: t('mails.notification_booked_button'),
  }),
  seat_offered: (t, { from, to, trip, seats, until }) => ({
    subject: t('mails.notification_offered_subject', { from, to }),
    text: t('mails.notification_offered_text', { trip, seats }),
    ...(until && { next: t('mails.notification_offered_next', { until }) }),
    button: t('mails.notification_offered_button'),
  }),
  seat_lapsed: (t, { from, to, trip }) => ({
    subject: t('mails.notification_lapsed_subject', { from, to }),
    text: t('mails.notification_lapsed_text', { trip }),
    ...searchOn(t),
  }),
  waiting_ended: (t, { from, to, trip }) => ({
    subject: t('mails.notification_waiting_ended_subject', { from, to }),
    text: t('mails.notification_waiting_ended_text', { trip }),
    ...searchOn(t),
  }),
  request_accepted: (t, { name, from, to, trip, seats, phone, instant }) => ({
    subject: t('mails.notification_accepted_subject', { from, to }),
    text: t(instant ? 'mails.notification_given_text' : 'mails.notification_accepted_text', { name, trip, seats }),
    next: phone
      ? t('mails.notification_accepted_next', { name })
      : t('mails.notification_accepted_next_no_phone', { name }),
    button: t('mails.notification_accepted_button'),
  }),
  request_rejected: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_rejected_subject', { from, to }),
    text: t('mails.notification_rejected_text', { name, trip }),
    ...searchOn(t),
  }),
  request_expired: (t, { from, to, trip }) => ({
    subject: t('mails.notification_expired_subject', { from, to }),
    text: t('mails.notification_expired_text', { trip }),
    ...searchOn(t),
  }),
  passenger_removed: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_removed_subject', { from, to }),
    text: t('mails.notification_removed_text', { name, trip }),
    ...searchOn(t),
  }),
  seats_gone: (t, { from, to, trip, seats }) => ({
    subject: t('mails.notification_seats_gone_subject', { from, to }),
    text: t('mails.notification_seats_gone_text', { trip, seats }),
    ...searchOn(t),
  }),
  driver_unavailable: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_unavailable_subject', { name, from, to }),
    text: t('mails.notification_unavailable_text', { name, trip }),
    ...searchOn(t),
  }),
  driver_available: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_available_subject', { name, from, to }),
    text: t('mails.notification_available_text', { name, trip }),
    button: t('mails.notification_available_button'),
  }),
  reservation_withdrawn: (t, { name, from, to, trip, seats }) => ({
    subject: t('mails.notification_withdrawn_subject', { name, from, to }),
    text: t('mails.notification_withdrawn_text', { name, trip }),
    next: t('mails.notification_withdrawn_next', { seats }),
    button: t('mails.notification_rides_button'),
  }),
  change_confirmed: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_confirmed_subject', { name, from, to }),
    text: t('mails.notification_confirmed_text', { name, trip }),
    button: t('mails.notification_rides_button'),
  }),
  change_declined: (t, { name, from, to, trip, seats }) => ({
    subject: t('mails.notification_declined_subject', { name, from, to }),
    text: t('mails.notification_declined_text', { name, trip }),
    next: t('mails.notification_withdrawn_next', { seats }),
    button: t('mails.notification_rides_button'),
  }),
  ride_changed: (t, values) => textOfChange(t, values),
  ride_cancelled: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_cancelled_subject', { from, to }),
    text: t('mails.notification_cancelled_text', { name, trip }),
    ...searchOn(t),
  }),
  trip_tomorrow: (t, { from, to, trip }) => ({
    subject: t('mails.notification_tomorrow_subject', { from, to }),
    text: t('mails.notification_tomorrow_text', { trip }),
    next: t('mails.notification_tomorrow_next'),
    button: t('mails.notification_tomorrow_button'),
  }),
  trip_followed: (t, { name, trip }) => ({
    subject: t('mails.notification_followed_subject', { name }),
    text: t('mails.notification_followed_text', { name, trip }),
    next: t('mails.notification_followed_next'),
    button: t('mails.notification_followed_button'),
  }),
  arrival_asked: (t, { from, to, trip }) => ({
    subject: t('mails.notification_arrival_subject', { from, to }),
    text: t('mails.notification_arrival_text', { trip }),
    next: t('mails.notification_arrival_next'),
    button: t('mails.notification_arrival_button'),
  }),
  rating_received: (t, { name, trip, rating }) => ({
    subject: t('mails.notification_rating_subject'),
    text:
      rating === undefined
        ? t('mails.notification_rating_hidden', { name, trip })
        : t('mails.notification_rating_text', { name, trip, rating }),
    next: t('mails.notification_rating_next'),
    button: t('mails.notification_rating_button'),
  }),
  rating_replied: (t, { name, trip }) => ({
    subject: t('mails.notification_reply_subject', { name }),
    text: t('mails.notification_reply_text', { name, trip }),
    button: t('mails.notification_reply_button'),
  }),
  message_received: (t, { name }) => ({
    subject: t('mails.notification_message_subject', { name }),
    text: t('mails.notification_message_text', { name }),
    button: t('mails.notification_message_button'),
  }),
  support_replied: (t, { subject }) => ({
    subject: t('mails.notification_support_subject'),
    text: t('mails.notification_support_text', { subject }),
    button: t('mails.notification_support_button'),
  }),
  support_resolved: (t, { subject }) => ({
    subject: t('mails.notification_resolved_subject'),
    text: t('mails.notification_resolved_text', { subject }),
    next: t('mails.notification_resolved_next'),
    button: t('mails.notification_resolved_button'),
  }),
  report_decided: (t, { decision }) => ({
    subject: t('mails.notification_decided_subject'),
    text: decision === 'dismissed' ? t('mails.notification_dismissed_text') : t('mails.notification_decided_text'),
    next: t('mails.notification_decided_next'),
    button: t('mails.notification_decided_button'),
    leadsTo: 'contact',
  }),
  content_hidden: (t, { content }) => ({
    subject: t('mails.notification_hidden_subject'),
    text: hiddenTexts[content ?? 'comment'](t),
    next: t('mails.notification_hidden_next'),
    button: t('mails.notification_hidden_button'),
  }),
  content_shown: (t, { content }) => ({
    subject: t('mails.notification_shown_subject'),
    text: shownTexts[content ?? 'comment'](t),
    button: t('mails.notification_shown_button'),
  }),
  new_device: (t, { device }) => ({
    subject: t('mails.notification_device_subject'),
    text: device ? t('mails.notification_device_text', { device }) : t('mails.notification_device_unknown'),
    next: t('mails.notification_device_next'),
    button: t('mails.notification_device_button'),
  }),
  ride_matched: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_matched_subject', { from, to }),
    text: t('mails.notification_matched_text', { name, trip }),
    next: t('mails.notification_matched_next'),
    button: t('mails.notification_tomorrow_button'),
  }),
  wanted_digest: (t, { rides }) => ({
    subject: t('mails.notification_digest_subject'),
    text: t('mails.notification_digest_text', { rides }),
    next: t('mails.notification_digest_next'),
    button: t('mails.notification_digest_button'),
  }),
  ride_offered: (t, { name, from, to, trip }) => ({
    subject: t('mails.notification_ride_offered_subject', { name, from, to }),
    text: t('mails.notification_ride_offered_text', { name, trip }),
    next: t('mails.notification_ride_offered_next'),
    button: t('mails.notification_tomorrow_button'),
  }),
  wanted_on_your_way: (t, { name, from, to, trip, seats }) => ({
    subject: t('mails.notification_on_way_subject', { from, to }),
    text: t('mails.notification_on_way_text', { name, trip, seats }),
    next: t('mails.notification_on_way_next'),
    button: t('mails.notification_on_way_button'),
  }),
}

type Content = NonNullable<NotificationParams['content']>

const hiddenTexts: Record<Content, (t: Translate) => string> = {
  comment: (t) => t('mails.notification_hidden_comment'),
  message: (t) => t('mails.notification_hidden_message'),
  ride: (t) => t('mails.notification_hidden_ride'),
  picture: (t) => t('mails.notification_hidden_picture'),
}

/** A removed picture cannot be shown again. */
const shownTexts: Record<Content, (t: Translate) => string> = {
  comment: (t) => t('mails.notification_shown_comment'),
  message: (t) => t('mails.notification_shown_message'),
  ride: (t) => t('mails.notification_shown_ride'),
  picture: (t) => t('mails.notification_shown_comment'),
}

const searchOn = (t: Translate) => ({
  next: t('mails.notification_search_next'),
  button: t('mails.notification_search_button'),
  leadsTo: 'search' as const,
})

/** What the reader has to do: nothing because the request has ended, confirm the change, or only know it. */
function textOfChange(
  t: Translate,
  { name, from, to, trip, moved, confirm, ended }: NotificationValues,
): NotificationText {
  if (ended)
    return {
      subject: t('mails.notification_rerouted_subject', { from, to }),
      text: t('mails.notification_rerouted_text', { name, trip }),
      ...searchOn(t),
    }
  const text = moved
    ? t('mails.notification_moved_text', { name, trip, moved })
    : t('mails.notification_changed_text', { name, trip })
  return confirm
    ? {
        subject: t('mails.notification_confirm_subject', { from, to }),
        text,
        next: t('mails.notification_confirm_next'),
        button: t('mails.notification_confirm_button'),
      }
    : {
        subject: t('mails.notification_changed_subject', { from, to }),
        text,
        next: t('mails.notification_changed_next'),
        button: t('mails.notification_changed_button'),
      }
}

/** Notifications: what has happened while one was away, in the page, by mail and as a push message. */
import { z } from './zod.ts'
import { cursor, endpoint, id, instant, missingOr } from './endpoint.ts'

/** The kinds of notifications, by what they are about: the settings show these groups. */
export const notificationGroups = {
  requests: [
    /** To the driver: a new request; the time for its answer runs out; an instant booking. */
    'request_received',
    'request_waiting',
    'seats_booked',
    /** To the passenger: the driver's decision, or that there was none before departure. */
    'request_accepted',
    'request_rejected',
    'request_expired',
    /** To the passenger who waits for an answer: others have got the requested seats. */
    'seats_gone',
    /** To the person on a waiting list: seats are held for some time; they were not taken in time; the list has ended with the ride or its route. */
    'seat_offered',
    'seat_lapsed',
    'waiting_ended',
    /** To the driver: a passenger has withdrawn; has agreed to a change; has declined it. */
    'reservation_withdrawn',
    'change_confirmed',
    'change_declined',
  ],
  rides: [
    /** To everybody with a pending or accepted reservation. */
    'ride_changed',
    'ride_cancelled',
    /** To the passenger: the driver has taken them off the ride. */
    'passenger_removed',
    /** To everybody with a pending or accepted reservation: the driver cannot drive at present; can again. */
    'driver_unavailable',
    'driver_available',
    /** To driver and accepted passengers, the day before. */
    'trip_tomorrow',
    /** To the other side of a trip, once: somebody follows it. To the person who shares: has the trip ended? */
    'trip_followed',
    'arrival_asked',
  ],
  messages: [
    'message_received',
    'rating_received',
    'rating_replied',
    /** To the person of a support request: an administrator has written, or the request is resolved. */
    'support_replied',
    'support_resolved',
  ],
  wishes: [
    /** To the person of a wanted ride: a ride matches; further rides of a day in one; a driver offers a ride. */
    'ride_matched',
    'wanted_digest',
    'ride_offered',
    /** To the driver: a public wanted ride is on the way of an own one. */
    'wanted_on_your_way',
  ],
  account: [
    /** To the reporter: the decision. */
    'report_decided',
    /** To the owner of a comment, message, ride or picture that an administrator has hidden, or shown again. */
    'content_hidden',
    'content_shown',
    /** To the account's owner: a sign-in from a browser that the account did not know. */
    'new_device',
  ],
} as const
export type NotificationGroup = keyof typeof notificationGroups
export type NotificationKind = (typeof notificationGroups)[NotificationGroup][number]
export const notificationKinds: readonly NotificationKind[] = Object.values(notificationGroups).flat()

/** Alerts: their mails and push messages wait from 23:00 until 07:00 in Oslo, and each mail has an address that switches such mails off. */
export const alertKinds = [
  'ride_matched',
  'wanted_digest',
  'ride_offered',
  'wanted_on_your_way',
] as const satisfies NotificationKind[]
export type AlertKind = (typeof alertKinds)[number]

/**
 * What a notification's text is made of, in any language: names and places as they were, instants in ISO. Never a message, a comment,
 * a phone number or an address.
 */
export const notificationParams = z.object({
  /** First name of the other person. */
  name: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  departure_time: instant.optional(),
  /** What it was before a change. */
  old_departure_time: instant.optional(),
  /** Name of the meeting point where the reader’s trip begins. */
  meeting_point: z.string().optional(),
  seats: z.int().optional(),
  /** Until when a request can be answered (`request_received`, `request_waiting`) or an offer taken (`seat_offered`). */
  until: instant.optional(),
  /** The reason that the other person gave. */
  reason: z.string().optional(),
  /** `request_accepted`: the seats were given at once, without the driver's answer. */
  instant: z.boolean().optional(),
  /** `ride_changed`: the reader has to confirm. */
  confirm: z.boolean().optional(),
  /** `ride_changed`: the reader's request went with the old route and does not count any more. */
  ended: z.boolean().optional(),
  /** `support_replied`, `support_resolved`: what the request was about. */
  subject: z.string().optional(),
  /** `report_decided`; `reason` has the administrators' reason. */
  decision: z.enum(['resolved', 'dismissed']).optional(),
  /** `content_hidden`, `content_shown`. */
  content: z.enum(['comment', 'message', 'ride', 'picture']).optional(),
  /** `new_device`: browser and system, as far as they are known. */
  device: z.string().optional(),
  /** `rating_received`: 1 to 10. */
  rating: z.int().optional(),
  /** `wanted_digest`: how many rides match. */
  rides: z.int().optional(),
  /**
   * What ended without the reader's doing, whose `/rescue` has other ways to travel: the reservation (`ride_cancelled`, `passenger_removed`,
   * `request_rejected`, `request_expired`), or the place on a waiting list (`waiting_ended`).
   */
  reservation_id: id.optional(),
  waiting_id: id.optional(),
})
export type NotificationParams = z.infer<typeof notificationParams>

export const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  params: notificationParams,
  /** A page of this site; opening it changes nothing. */
  path: z.string(),
  created_at: instant,
  read_at: instant.nullable(),
})
export type Notification = z.infer<typeof notification>

/** Which of the channels beside the page a kind may use. */
const settingItem = z.object({ kind: z.enum(notificationKinds), email: z.boolean(), push: z.boolean() })

export const notificationSettings = z.object({
  items: z.array(settingItem),
  /** For the browser's push service; null where the installation has none. */
  push_key: z.string().nullable(),
  /** Devices that get push messages. */
  devices: z.array(z.object({ id, name: z.string().nullable(), created_at: instant })),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export const settingChanges = z.strictObject({
  items: z
    .array(
      z.strictObject({
        kind: z.enum(notificationKinds, { error: missingOr('invalid') }),
        email: z.boolean({ error: 'invalid' }).optional(),
        push: z.boolean({ error: 'invalid' }).optional(),
      }),
      { error: 'invalid' },
    )
    .max(notificationKinds.length, { error: 'too_many' }),
})
export type SettingChanges = z.input<typeof settingChanges>

const key = (max: number) =>
  z.string({ error: missingOr('invalid') }).regex(new RegExp(`^[\\w-]{10,${max}}=*$`), { error: 'invalid' })

/** What `PushSubscription.toJSON()` gives; only addresses of known push services are taken. */
export const pushBody = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/, error: missingOr('invalid') }).max(1000, { error: 'too_long' }),
  keys: z.strictObject({ p256dh: key(120), auth: key(60) }),
  expirationTime: z.number().nullish(),
})
export type PushBody = z.input<typeof pushBody>

/** `trips`: how many of them are about the caller's own rides and reservations. */
const unreadCount = z.object({ unread: z.int(), trips: z.int() })

export const notifications = {
  list: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/notifications',
    tag: 'notifications',
    summary: 'The caller’s notifications, newest first, and how many are unread',
    query: z.object({ cursor: cursor.optional() }),
    output: z.object({ items: z.array(notification), next_cursor: z.string().nullable(), unread: z.int() }),
  }),
  unread: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/notifications/unread',
    tag: 'notifications',
    summary: 'How many are unread',
    output: unreadCount,
  }),
  read: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/me/notifications/read',
    tag: 'notifications',
    summary: 'Mark one as read, or all up to and with one',
    body: z.strictObject({
      id: z.string({ error: missingOr('invalid') }).regex(/^\d{1,18}$/, { error: 'invalid' }),
      all_before: z.boolean({ error: 'invalid' }).default(false),
    }),
    output: unreadCount,
  }),
  settings: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/notification-settings',
    tag: 'notifications',
    summary: 'Which kinds go out by mail and as push messages',
    output: notificationSettings,
  }),
  changeSettings: endpoint({
    access: 'confirmed',
    method: 'PATCH',
    path: '/me/notification-settings',
    tag: 'notifications',
    summary: 'Change the switches of some kinds',
    body: settingChanges,
    output: notificationSettings,
  }),
  addDevice: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/me/push-subscriptions',
    tag: 'notifications',
    summary:
      'Send push messages to this browser; returns the same device for the same address. Refused with `not_offered` where there are no push messages',
    body: pushBody,
    output: notificationSettings.shape.devices.element,
    status: 201,
  }),
  removeDevice: endpoint({
    access: 'signed-in',
    method: 'DELETE',
    path: '/me/push-subscriptions/{id}',
    tag: 'notifications',
    summary: 'No push messages to this browser any more',
    output: z.object({ removed: z.boolean() }),
    errors: ['not_found'],
  }),
}

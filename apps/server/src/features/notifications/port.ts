/** What other slices may ask of notifications. */
export { writeNotification } from './mails.ts'
export type { NotificationInput } from './rules.ts'
export { notify } from './service.ts'
export { anonymiseNotifications, replacePlaces } from './store.ts'

/** What other slices may use of notifications. */
export { writeNotification } from './rules-texts.ts'
export type { NotificationInput } from './rules.ts'
export type { FindRescue } from './rules-rescue.ts'
export { notify } from './service.ts'
export { anonymiseNotifications, replacePlaces } from './store.ts'

/** Notification rows → responses. */
import { notificationKinds, type Notification, type NotificationSettings } from '@samtur/contract/notifications'
import type { listDevices, listSettings, NotificationRow } from './views.ts'

export function presentNotification(row: NotificationRow): Notification {
  const { id, kind, params, path, created_at, read_at } = row
  return { id, kind, params, path, created_at: created_at.toISOString(), read_at: read_at?.toISOString() ?? null }
}

type Changed = Awaited<ReturnType<typeof listSettings>>

/** Everything is on unless it was switched off. */
export function presentSettings(changed: Changed): NotificationSettings['items'] {
  const byKind = new Map(changed.map((setting) => [setting.kind, setting]))
  return notificationKinds.map((kind) => byKind.get(kind) ?? { kind, email: true, push: true })
}

type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** Leaves out the address at the push service and the keys. */
export function presentDevice({ id, name, created_at }: DeviceRow) {
  return { id, name, created_at: created_at.toISOString() }
}

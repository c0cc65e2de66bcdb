import { type ApiContext, os, signedIn, verified } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { presentDevice, presentNotification, presentSettings } from './present.ts'
import { decodePosition, encodePosition, type PushService } from './rules.ts'
import { readNotifications, registerDevice } from './service.ts'
import { changeSettings, removeDevice } from './store.ts'
import { countUnread, listDevices, listNotifications, listSettings, pageSize } from './views.ts'

interface Options {
  /** The public VAPID key; without one there are no push messages. */
  pushKey: string | undefined
  isPushService: PushService
}

export function createNotificationRoutes({ pushKey, isPushService }: Options) {
  const { notifications } = os
  const settings = async ({ db }: ApiContext, userId: string) => ({
    items: presentSettings(await listSettings(db.read, userId)),
    push_key: pushKey ?? null,
    devices: (await listDevices(db.read, userId)).map(presentDevice),
  })
  return {
    list: notifications.list.handler(async ({ input, context }) => {
      const { id } = signedIn(context)
      const { cursor } = input.query
      const rows = await listNotifications(
        context.db.read,
        id,
        cursor === undefined ? undefined : decodePosition(cursor),
      )
      const last = rows.length > pageSize ? rows[pageSize - 1] : undefined
      const { unread } = await countUnread(context.db.read, id)
      return {
        items: rows.slice(0, pageSize).map(presentNotification),
        next_cursor: last ? encodePosition(last.id) : null,
        unread,
      }
    }),
    unread: notifications.unread.handler(({ context }) => countUnread(context.db.read, signedIn(context).id)),
    read: notifications.read.handler(async ({ input, context }) => {
      const { id, all_before: all } = input.body
      return readNotifications(context, signedIn(context).id, { id, all })
    }),
    settings: notifications.settings.handler(async ({ context }) => settings(context, signedIn(context).id)),
    changeSettings: notifications.changeSettings.handler(async ({ input, context }) => {
      const { id } = verified(context)
      // Of several changes of a kind the last one counts.
      const changes = new Map(input.body.items.map((item) => [item.kind, item]))
      await changeSettings(context.db.read, id, [...changes.values()])
      return settings(context, id)
    }),
    addDevice: notifications.addDevice.handler(async ({ input, context }) => {
      const caller = verified(context)
      if (pushKey === undefined) throw invalidField('endpoint', 'not_offered')
      return presentDevice(await registerDevice(context, caller, input.body, isPushService))
    }),
    removeDevice: notifications.removeDevice.handler(async ({ input, context }) => {
      assertThat(await removeDevice(context.db.read, signedIn(context).id, input.params.id), 'not_found')
      return { removed: true }
    }),
  }
}

/** The channel `inbox`: events for the open pages of a person, on every device. They carry ids only, so that they cannot leak a text. */
import { changeable, type LiveEvent } from '@samtur/contract/live'
import type { Bus, Listeners } from './bus.ts'
import type { Hub } from './hub.ts'

const CHANNEL = 'inbox'

export interface Inbox {
  send(userIds: readonly string[], event: LiveEvent): void
  readonly listeners: Pick<Listeners, 'changed'>
}

export function createInbox(hub: Hub, bus: Bus): Inbox {
  const send = (userIds: readonly string[], event: LiveEvent) => hub.publish(CHANNEL, event, { to: userIds })
  hub.register({ prefix: CHANNEL, authorise: () => Promise.resolve(true) })
  // These events are not numbered: after a gap every page reads everything again.
  bus.onGap(() => {
    for (const what of changeable) hub.publish(CHANNEL, { event: 'changed', what })
  })
  return { send, listeners: { changed: ({ user_ids, what }) => send(user_ids, { event: 'changed', what }) } }
}

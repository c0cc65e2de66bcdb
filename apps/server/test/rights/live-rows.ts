/**
 * Live channels: who may subscribe, which events each role receives, and what it may send. Visitors and unconfirmed people get no
 * connection.
 */
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@samtur/contract/errors'
import type { LiveEvent } from '@samtur/contract/live'
import { roles, type Role } from './rows.ts'
import type { Dataset } from './dataset.ts'

export interface LiveRow {
  channel: string
  name(dataset: Dataset): string
  subscribed: Record<Role, boolean>
  /** Events received when driver and accepted passenger, and driver and blocked person, write, type and read; none by default. */
  receives: Partial<Record<Role, readonly LiveEvent['event'][]>>
  /** Roles whose typing reaches the other member. */
  types: Record<Role, boolean>
  /** Response to each role's message in it. */
  sends: Record<Role, 'sent' | ErrorCode>
}

const none = yes()
const unknown = sends({})
const closed = { subscribed: none, receives: {}, types: none, sends: unknown }
const two = yes('Pa', 'D')

export const liveRows: LiveRow[] = [
  {
    channel: 'inbox',
    name: () => 'inbox',
    subscribed: yes('N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A'),
    // All devices receive the person's own read marks.
    receives: { Pa: ['new_message', 'read'], D: ['new_message', 'read'], B: ['read'] },
    types: none,
    sends: unknown,
  },
  {
    channel: 'chat:{own id}',
    name: (w) => `chat:${w.chatId}`,
    subscribed: two,
    receives: { Pa: ['message', 'read', 'typing'], D: ['message', 'read', 'typing'] },
    types: two,
    sends: sends({ Pa: 'sent', D: 'sent' }),
  },
  {
    channel: 'chat:{id of a blocked pair}',
    name: (w) => `chat:${w.oldChatId}`,
    ...closed,
    subscribed: yes('B', 'D'),
    sends: sends({ B: 'message_refused', D: 'message_refused' }),
  },
  { channel: 'chat:{unknown id}', name: () => `chat:${randomUUID()}`, ...closed },
  { channel: 'chat:{id in capitals}', name: (w) => `chat:${w.chatId.toUpperCase()}`, ...closed },
  { channel: 'chat:*', name: () => 'chat:*', ...closed },
  { channel: 'chat:', name: () => 'chat:', ...closed },
  { channel: '*', name: () => '*', ...closed },
  { channel: 'messages', name: () => 'messages', ...closed },
  { channel: 'inbox of another person', name: (w) => `inbox:${w.driver.id}`, ...closed },
  { channel: 'presence', name: (w) => `presence:${w.chatId}`, ...closed },
  { channel: 'user_report', name: () => 'user_report', ...closed },
]

function yes(...allowed: Role[]): Record<Role, boolean> {
  return Object.fromEntries(roles.map((role) => [role, allowed.includes(role)])) as Record<Role, boolean>
}

/** Fills in the refusal of all other roles. */
function sends(answers: Partial<LiveRow['sends']>): LiveRow['sends'] {
  const nothing = Object.fromEntries(roles.map((role) => [role, 'not_found'])) as LiveRow['sends']
  return { ...nothing, ...answers }
}

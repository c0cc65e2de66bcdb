/** Live channels: who may subscribe, what of a conversation each role hears there, and what it may say. Visitors and unconfirmed people get no connection. */
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@samtur/contract/errors'
import type { LiveEvent } from '@samtur/contract/live'
import { roles, type Role } from './rows.ts'
import type { Dataset } from './dataset.ts'

export interface LiveRow {
  channel: string
  name(dataset: Dataset): string
  subscribed: Record<Role, boolean>
  /** What arrives when driver and accepted passenger, and driver and blocked person, write to each other, type and read; else nothing. */
  hears: Partial<Record<Role, readonly LiveEvent['event'][]>>
  /** Whose typing in it reaches the other of the two. */
  types: Record<Role, boolean>
  /** What each role is answered who says something in it. */
  says: Record<Role, 'sent' | ErrorCode>
}

const nobody = yes()
const unknown = says({})
const closed = { subscribed: nobody, hears: {}, types: nobody, says: unknown }
const two = yes('Pa', 'D')

export const liveRows: LiveRow[] = [
  {
    channel: 'inbox',
    name: () => 'inbox',
    subscribed: yes('N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A'),
    // Of the own reading everybody hears on all devices.
    hears: { Pa: ['new_message', 'read'], D: ['new_message', 'read'], B: ['read'] },
    types: nobody,
    says: unknown,
  },
  {
    channel: 'chat:{own id}',
    name: (w) => `chat:${w.chatId}`,
    subscribed: two,
    hears: { Pa: ['message', 'read', 'typing'], D: ['message', 'read', 'typing'] },
    types: two,
    says: says({ Pa: 'sent', D: 'sent' }),
  },
  {
    channel: 'chat:{id of a blocked pair}',
    name: (w) => `chat:${w.oldChatId}`,
    ...closed,
    subscribed: yes('B', 'D'),
    says: says({ B: 'message_refused', D: 'message_refused' }),
  },
  { channel: 'chat:{unknown id}', name: () => `chat:${randomUUID()}`, ...closed },
  { channel: 'chat:{id in capitals}', name: (w) => `chat:${w.chatId.toUpperCase()}`, ...closed },
  { channel: 'chat:*', name: () => 'chat:*', ...closed },
  { channel: 'chat:', name: () => 'chat:', ...closed },
  { channel: '*', name: () => '*', ...closed },
  { channel: 'messages', name: () => 'messages', ...closed },
  { channel: 'inbox of somebody else', name: (w) => `inbox:${w.driver.id}`, ...closed },
  { channel: 'presence', name: (w) => `presence:${w.chatId}`, ...closed },
  { channel: 'user_report', name: () => 'user_report', ...closed },
]

function yes(...allowed: Role[]): Record<Role, boolean> {
  return Object.fromEntries(roles.map((role) => [role, allowed.includes(role)])) as Record<Role, boolean>
}

/** To everybody else it is not there. */
function says(answers: Partial<LiveRow['says']>): LiveRow['says'] {
  const nothing = Object.fromEntries(roles.map((role) => [role, 'not_found'])) as LiveRow['says']
  return { ...nothing, ...answers }
}

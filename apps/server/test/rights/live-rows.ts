/** Live channels: who may subscribe, and what of a conversation each role hears there. Visitors and unconfirmed people get no connection. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@samtur/contract/live'
import { roles, type Role } from './rows.ts'
import type { World } from './world.ts'

export interface LiveRow {
  channel: string
  name(world: World): string
  subscribed: Record<Role, boolean>
  /** What arrives when driver and accepted passenger, and driver and blocked person, write to each other, type and read; else nothing. */
  hears: Partial<Record<Role, readonly LiveEvent['event'][]>>
  /** Whose typing in it reaches the other of the two. */
  types: Record<Role, boolean>
}

const nobody = yes()
const closed = { subscribed: nobody, hears: {}, types: nobody }
const two = yes('Pa', 'D')

export const liveRows: LiveRow[] = [
  {
    channel: 'inbox',
    name: () => 'inbox',
    subscribed: yes('N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A'),
    // Of the own reading everybody hears on all devices.
    hears: { Pa: ['new_message', 'read'], D: ['new_message', 'read'], B: ['read'] },
    types: nobody,
  },
  {
    channel: 'chat:{own id}',
    name: (w) => `chat:${w.chatId}`,
    subscribed: two,
    hears: { Pa: ['message', 'read', 'typing'], D: ['message', 'read', 'typing'] },
    types: two,
  },
  {
    channel: 'chat:{id of a blocked pair}',
    name: (w) => `chat:${w.oldChatId}`,
    ...closed,
    subscribed: yes('B', 'D'),
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

/** Port: live events, and the sockets over which programs get them. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '@samtur/contract/errors'
import type { LiveEvent } from '@samtur/contract/live'
import type { Caller } from './sessions.ts'

/** What receives a person's events. */
export interface Subscriber {
  readonly caller: Caller
  /** The subscriptions that were requested and those that were granted. */
  readonly channels: Map<string, 'requested' | 'joined'>
  /** When the session was last checked; on the monotonic clock, in milliseconds. */
  checkedAt: number
  receive(published: { channel: string; data: LiveEvent }): void
  /** Ends everything that the session opened. */
  end(): void
}

/** One open socket. */
export interface Socket {
  send(frame: string): void
  /** Ends it at once. */
  shut(code: number): void
  /** Logs that a subscription was refused. */
  refused(userId: string | undefined): void
  /** Settles when the socket has ended. */
  readonly closed: Promise<void>
}

/** What a socket does with what comes in. */
export interface Protocol {
  /** Handles a frame; returns false for one that is malformed. */
  accept(data: Buffer, isBinary: boolean): boolean
  /** Drops every subscription. */
  dropAll(): void
  /** Called regularly, with the monotonic time in milliseconds. */
  look(now: number): void
}

export interface Handshake {
  url: string | undefined
  headers: IncomingHttpHeaders
  ip: string
}

interface Door {
  framesPerSecond: number
  /** Returns what speaks over the socket, or the reason of a refusal. */
  admit(handshake: Handshake): Promise<((socket: Socket) => Protocol) | ErrorCode>
}

export interface Live {
  /** Most subscriptions of one socket. */
  readonly mostChannels: number
  /** Opens sockets at a path, to pages of any site. */
  serve(path: string, door: Door): void
  /** Returns the person that the look-up finds, or why that person gets no events. */
  identify(lookUp: () => Promise<Caller | null>): Promise<Caller | 'unauthenticated' | 'email_not_verified'>
  /** Takes one of a person's places; returns the function that gives it back, or undefined when all are taken. */
  takePlace(personId: string): (() => void) | undefined
  enter(subscriber: Subscriber): void
  /** Drops the subscriber with all its subscriptions. */
  exit(subscriber: Subscriber): void
  /** Subscribes to a channel, if the rights allow it; undefined where an earlier request decides. */
  join(subscriber: Subscriber, channel: string): Promise<'joined' | 'refused' | 'unavailable' | undefined>
  /** Calls back when events of other processes may have been missed. */
  onGap(listener: () => void): void
  /** Returns id and time of a message; undefined for one that is gone. */
  stampOf(message: { chat_id: string; seq: number }): Promise<{ id: string; created_at: Date } | undefined>
}

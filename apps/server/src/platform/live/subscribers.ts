/** Who is subscribed in this process, by person and by channel. */
import type { LiveEvent } from '@samtur/contract/live'
import type { Caller } from '../http/context.ts'

/** An event on its way to the subscribers of a channel. */
export interface Published {
  channel: string
  data: LiveEvent
  /** Returns the event as the product's own pages receive it, made once for any number of subscribers. */
  frame(): Buffer
}

/** What receives a person's events: an open page, or one topic of a program's connection. */
export interface Subscriber {
  readonly caller: Caller
  /** The subscriptions that were requested and those that were granted. */
  readonly channels: Map<string, 'requested' | 'joined'>
  /** When the session was last checked; on the monotonic clock, in milliseconds. */
  checkedAt: number
  receive(published: Published): void
  /** Ends everything that the session opened. The code says why, in the numbers of the product's own pages. */
  end(code: number): void
}

export class Subscribers {
  readonly all = new Set<Subscriber>()
  private readonly people = new Map<string, Set<Subscriber>>()
  private readonly channels = new Map<string, Set<Subscriber>>()

  enter(subscriber: Subscriber): void {
    this.all.add(subscriber)
    addTo(this.people, subscriber.caller.id, subscriber)
  }

  exit(subscriber: Subscriber): void {
    this.all.delete(subscriber)
    removeFrom(this.people, subscriber.caller.id, subscriber)
  }

  subscribe(subscriber: Subscriber, channel: string): void {
    subscriber.channels.set(channel, 'joined')
    addTo(this.channels, channel, subscriber)
  }

  unsubscribe(subscriber: Subscriber, channel: string): void {
    subscriber.channels.delete(channel)
    removeFrom(this.channels, channel, subscriber)
  }

  isEmpty(channel: string): boolean {
    return !this.channels.has(channel)
  }

  /** Returns every subscriber of a person. */
  ofPerson(id: string): Subscriber[] {
    return [...(this.people.get(id) ?? [])]
  }

  /** Returns the subscribers of a channel, or those of the given people among them. */
  of(channel: string, people?: readonly string[]): Subscriber[] {
    if (!people) return [...(this.channels.get(channel) ?? [])]
    const found: Subscriber[] = []
    for (const id of new Set(people)) {
      for (const subscriber of this.people.get(id) ?? []) {
        if (subscriber.channels.get(channel) === 'joined') found.push(subscriber)
      }
    }
    return found
  }
}

function addTo(index: Map<string, Set<Subscriber>>, key: string, subscriber: Subscriber) {
  const subscribers = index.get(key)
  if (subscribers) subscribers.add(subscriber)
  else index.set(key, new Set([subscriber]))
}

function removeFrom(index: Map<string, Set<Subscriber>>, key: string, subscriber: Subscriber) {
  const subscribers = index.get(key)
  subscribers?.delete(subscriber)
  if (subscribers?.size === 0) index.delete(key)
}

/** The connection of a program over the channel protocol: joins, leaves and token renewals. */
import { closeCodes } from '@samtur/contract/constants'
import type { Live, Protocol, Socket } from '../ports/live.ts'
import { type Binding, channelOf, describeBinding, INBOX, insertPayload, joinPayload } from './bindings.ts'
import { endings, reasons } from './errors.ts'
import { createIdentify, type IdentityDeps, type Problem } from './identities.ts'
import { decode, encode, type Message, type Version } from './messages.ts'
import { Topic, type TopicDeps } from './topic.ts'

type RealtimeDeps = TopicDeps & IdentityDeps

/** What the handshake says of a program. */
interface Program {
  version: Version
  key: string
  /** Counts a join or a renewal of the program's network; returns false when there were too many. */
  mayCheck: () => boolean
}

/** A joined topic, or one whose join is being checked. */
interface Seat {
  join: Message
  bindings: number
  topic: Topic | undefined
}

/** A program rejoins all its topics at once after a cut, and renews the token of each at once. */
export const FRAMES_PER_SECOND = 250
const PREFIX = 'realtime:'
const EMPTY_FOR_MS = 60_000
const NORMAL = 1000

/** Returns the name of a topic as the program wrote it. */
const nameOf = (topic: string) => topic.slice(PREFIX.length)

const reasonOf = (problem: Problem, topic: string) =>
  problem === 'rights' ? reasons.read(nameOf(topic)) : reasons[problem]

export class ProgramConnection implements Protocol {
  private readonly socket: Socket
  private readonly live: Live
  private readonly deps: RealtimeDeps
  private readonly program: Program
  private readonly seats = new Map<string, Seat>()
  private readonly identify: ReturnType<typeof createIdentify>
  /** The person who has joined topics, and holds one of the person's places. */
  private person: { id: string; leave: () => void } | undefined
  /** When the connection began to have no topic; milliseconds of the monotonic clock. */
  private emptySince = performance.now()
  private lastId = 0

  constructor(socket: Socket, deps: RealtimeDeps, program: Program) {
    this.socket = socket
    this.live = deps.live
    this.deps = deps
    this.program = program
    this.identify = createIdentify(deps, program.key)
  }

  accept(data: Buffer, isBinary: boolean): boolean {
    const message = decode(this.program.version, data, isBinary)
    if (!message) return false
    const { topic, event } = message
    if (event === 'heartbeat' && topic === 'phoenix') this.reply(message, 'ok')
    else if (event === 'phx_join') void this.join(message)
    else if (event === 'phx_leave') this.leaveTopic(message)
    else if (event === 'access_token') void this.renew(message)
    else if (event === 'broadcast' || event === 'presence') this.refuse(message, reasons.write(nameOf(topic)))
    else return false
    return true
  }

  look(now: number): void {
    for (const { topic } of this.seats.values()) {
      if (topic && topic.expiresAt <= Date.now()) this.endTopic(topic, endings.expired)
    }
    if (this.person) this.emptySince = now
    else if (now - this.emptySince > EMPTY_FOR_MS) this.socket.shut(NORMAL)
  }

  /**
   * Closes the connection with the code to reconnect where a topic has the inserts of all conversations: their notices have no numbers, so the program
   * reads what was missed when it has joined again.
   */
  catchUp(): void {
    if (this.seats.values().some(({ topic }) => topic?.channels.has(INBOX))) this.socket.shut(closeCodes.restart)
  }

  dropAll(): void {
    for (const topic of this.seats.keys()) this.drop(topic)
  }

  private transmit(message: Message) {
    this.socket.send(encode(this.program.version, message))
  }

  private reply({ join_ref, ref, topic }: Message, status: 'ok' | 'error', response: Message['payload'] = {}) {
    this.transmit({ join_ref, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  private refuse(message: Message, reason: string) {
    this.socket.refused(this.person?.id)
    this.reply(message, 'error', { reason })
  }

  private sendSystem({ join_ref, topic }: Message, extension: string, status: 'ok' | 'error', text: string) {
    const payload = { extension, status, message: text, channel: nameOf(topic) }
    this.transmit({ join_ref, ref: null, topic, event: 'system', payload })
  }

  private close({ join_ref, topic }: Message) {
    this.transmit({ join_ref, ref: join_ref, topic, event: 'phx_close', payload: {} })
  }

  /** Forgets a topic; the last one gives back the person's place. */
  private drop(name: string) {
    const seat = this.seats.get(name)
    this.seats.delete(name)
    if (!seat?.topic) return
    seat.topic.listen(new Map())
    this.live.exit(seat.topic)
    if (this.seats.values().some(({ topic }) => topic)) return
    this.person?.leave()
    this.person = undefined
  }

  private leaveTopic(message: Message) {
    const seat = this.seats.get(message.topic)
    this.drop(message.topic)
    this.reply(message, 'ok')
    if (seat) this.close(seat.join)
  }

  /** Closes a topic whose session or token has ended. */
  private endTopic(ended: Topic, text: string) {
    const seat = this.seats.values().find(({ topic }) => topic === ended)
    if (!seat) return
    this.drop(seat.join.topic)
    this.sendSystem(seat.join, 'system', 'error', text)
    this.close(seat.join)
  }

  private async join(message: Message) {
    const { topic: name } = message
    if (!this.program.mayCheck()) return this.refuse(message, reasons.tooFast)
    if (!name.startsWith(PREFIX) || nameOf(name) === '') return this.refuse(message, reasons.unmatched)
    const earlier = this.seats.get(name)
    this.drop(name)
    if (earlier) this.close(earlier.join)
    const { data: payload } = joinPayload.safeParse(message.payload)
    if (!payload) return this.refuse(message, reasons.payload)
    const { postgres_changes: bindings, presence, private: isPrivate } = payload.config
    if (isPrivate || presence?.enabled || bindings.length === 0) return this.refuse(message, reasons.read(nameOf(name)))
    const taken = this.seats.values().reduce((sum, seat) => sum + seat.bindings, 0)
    if (taken + bindings.length > this.live.mostChannels)
      return this.reply(message, 'error', { reason: reasons.tooMany })
    const seat: Seat = { join: message, bindings: bindings.length, topic: undefined }
    this.seats.set(name, seat)
    const reason = await this.subscribe(seat, bindings, payload.access_token ?? undefined)
    if (reason === undefined || this.seats.get(name) !== seat) return undefined
    this.drop(name)
    return this.refuse(message, reason)
  }

  /** Subscribes a seat to its bindings; returns the reason of a refusal. */
  private async subscribe(
    seat: Seat,
    bindings: readonly Binding[],
    token: string | undefined,
  ): Promise<string | undefined> {
    const { join } = seat
    const isCurrent = () => this.seats.get(join.topic) === seat
    const identity = await this.identify(token)
    if (!isCurrent()) return undefined
    if (typeof identity === 'string') return reasonOf(identity, join.topic)
    const channels = bindings.map(channelOf)
    const unknown = bindings.filter((binding) => channelOf(binding) === undefined)
    if (unknown.length > 0) return this.offerNothing(seat, unknown)
    if (!this.enter(identity.caller.id)) return reasons.tooMany
    const topic = new Topic(identity, {
      deps: this.deps,
      send: (ids, row) => this.change(join, ids, row),
      end: () => this.endTopic(topic, endings.ended),
    })
    seat.topic = topic
    this.live.enter(topic)
    for (const channel of new Set(channels)) {
      const outcome = await this.live.join(topic, channel ?? '')
      if (!isCurrent()) return undefined
      if (outcome !== 'joined')
        return outcome === 'unavailable' ? reasons.unavailable : reasons.read(nameOf(join.topic))
    }
    const granted = bindings.map((binding) => ({ ...binding, id: ++this.lastId }))
    this.reply(join, 'ok', { postgres_changes: granted })
    this.sendSystem(join, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    const byChannel = Map.groupBy(granted, (binding) => channelOf(binding) ?? '')
    topic.listen(new Map([...byChannel].map(([channel, some]) => [channel, some.map(({ id }) => id)])))
    return undefined
  }

  /** Grants no binding, which the client library reports as a mismatch between server and client bindings; then it leaves by itself. */
  private offerNothing({ join }: Seat, unknown: readonly Binding[]): undefined {
    this.drop(join.topic)
    this.socket.refused(this.person?.id)
    // Before the reply, because the library ignores messages of a topic that it has left.
    for (const binding of unknown)
      this.sendSystem(join, 'postgres_changes', 'error', reasons.bindings(describeBinding(binding)))
    this.reply(join, 'ok', { postgres_changes: [] })
  }

  /** Takes one of the person's places for this socket; returns false when all are taken, or when another person has joined here. */
  private enter(id: string): boolean {
    if (this.person) return this.person.id === id
    const leave = this.live.takePlace(id)
    if (leave) this.person = { id, leave }
    return leave !== undefined
  }

  private change({ topic }: Message, ids: readonly number[], row: Parameters<typeof insertPayload>[1]) {
    this.transmit({ ref: null, topic, event: 'postgres_changes', payload: insertPayload(ids, row) })
  }

  /** Continues a topic with a newer token; closes it for a token that opens nothing. */
  private async renew(message: Message) {
    const topic = this.seats.get(message.topic)?.topic
    if (!topic || !this.program.mayCheck()) return
    const { access_token: token } = message.payload
    const identity = await this.identify(typeof token === 'string' ? token : undefined)
    if (identity === 'unavailable') return
    if (typeof identity === 'string') this.endTopic(topic, reasonOf(identity, message.topic))
    else if (identity.caller.id === topic.caller.id) topic.renew(identity)
    else this.endTopic(topic, endings.otherPerson)
  }
}

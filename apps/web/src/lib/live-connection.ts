/**
 * One WebSocket for all live events. It is open only while there are listeners, reconnects after every loss and joins its channels again.
 * It guarantees no delivery: readers catch up whenever a channel is joined again.
 */
import type { Message } from '@samtur/contract/chat'
import { closeCodes, live as standard } from '@samtur/contract/constants'
import type { ClientFrame, LiveEvent, SendResult, ServerFrame } from '@samtur/contract/live'

export type LiveState = 'closed' | 'joining' | 'joined' | 'leaving' | 'errored'
export type SubscriptionResult = 'subscribed' | 'channel error' | 'timed out'
export type LiveListener = (event: LiveEvent) => void

type Timer = ReturnType<typeof setTimeout>

export const liveTimes = {
  heartbeat: standard.heartbeat as number,
  reconnect: standard.reconnectDelays as readonly number[],
  /** Time limit of a handshake, a subscription or a heartbeat. */
  answer: 10_000,
  /** Time limit of a message, which can also be sent over HTTP. */
  sent: 5_000,
  /** A connection that has held this long resets the delays. */
  stable: 10_000,
  /** A channel that is left and joined again within this time, as between two pages, stays joined. */
  linger: 500,
}

export interface LiveOptions {
  open: () => WebSocket
  /** False for a signed-out person, who gets no connection. */
  allowed: () => boolean
  /** Called when the server has ended the session. */
  onSignedOut: () => void
  times?: Partial<typeof liveTimes>
  random?: () => number
}

/** Called without a response when the outcome is unknown. */
type Acknowledge = (response?: SendResult) => void

interface Channel {
  listeners: Set<LiveListener>
  result?: SubscriptionResult
  waiting?: Timer
  leaving?: Timer
}

export class LiveConnection {
  readonly #options: LiveOptions
  readonly #times: typeof liveTimes
  readonly #channels = new Map<string, Channel>()
  readonly #watchers = new Set<() => void>()
  /** Messages without a response, by id. */
  readonly #pending = new Map<string, Acknowledge>()
  #state: Exclude<LiveState, 'leaving'> = 'closed'
  #socket: WebSocket | undefined
  #attempt = 0
  #retry: Timer | undefined
  #heartbeat: Timer | undefined
  #silence: Timer | undefined
  #stable: Timer | undefined

  constructor(options: LiveOptions) {
    this.#options = options
    this.#times = { ...liveTimes, ...options.times }
  }

  subscribe = (name: string, listener: LiveListener): (() => void) => {
    const channel = this.#channels.get(name) ?? this.#add(name)
    clearTimeout(channel.leaving)
    channel.leaving = undefined
    const own: LiveListener = (event) => listener(event)
    channel.listeners.add(own)
    this.#changed()
    return () => {
      if (!channel.listeners.delete(own) || channel.listeners.size > 0) return
      channel.leaving = setTimeout(() => this.#leave(name), this.#times.linger)
      this.#changed()
    }
  }

  /** Returns the state of the connection, or of one channel: `errored` also when the channel was refused or has not responded. */
  state = (name?: string): LiveState => {
    if (name !== undefined) return stateOf(this.#channels.get(name), this.#state)
    const everyoneLeaves = this.#channels.size > 0 && [...this.#channels.values()].every(({ leaving }) => leaving)
    return everyoneLeaves ? 'leaving' : this.#state
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Reports typing to the channel's other listeners; returns false, and sends nothing, while it is not joined. */
  sendTyping = (name: string): boolean => {
    const joined = this.state(name) === 'joined'
    if (joined) this.#send({ type: 'typing', channel: name })
    return joined
  }

  /**
   * Sends a message in a channel; returns it as stored. Returns undefined when the channel is not joined, when it was refused, and when no
   * response came: then it may be stored, and can be sent again with its id over HTTP.
   */
  send = (name: string, { client_id, content }: { client_id: string; content: string }): Promise<Message | undefined> =>
    new Promise((resolve) => {
      if (this.state(name) !== 'joined') return resolve(undefined)
      const acknowledge: Acknowledge = (response) => {
        clearTimeout(timeout)
        this.#pending.delete(client_id)
        resolve(response?.type === 'sent' ? response.message : undefined)
      }
      const timeout = setTimeout(acknowledge, this.#times.sent)
      this.#pending.set(client_id, acknowledge)
      this.#send({ type: 'send', channel: name, client_id, content })
    })

  /** The device is back or the page visible again: reconnects at once, or checks the open connection. */
  wake = () => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#sendHeartbeat()
    else if (!this.#socket && this.#channels.size > 0) this.#connect()
  }

  /** The device has lost its network, or the page is suspended: closes the connection. */
  drop = () => {
    if (this.#socket) this.#lost()
  }

  #add(name: string): Channel {
    const channel: Channel = { listeners: new Set() }
    this.#channels.set(name, channel)
    if (this.#socket?.readyState === WebSocket.OPEN) this.#join(name, channel)
    else if (!this.#socket && this.#retry === undefined) this.#connect()
    return channel
  }

  #leave(name: string) {
    clearTimeout(this.#channels.get(name)?.waiting)
    this.#channels.delete(name)
    if (this.#channels.size === 0) return this.#lost()
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: 'unsubscribe', channel: name })
    this.#settle()
  }

  #connect() {
    clearTimeout(this.#retry)
    this.#retry = undefined
    if (!this.#options.allowed()) return this.#become('closed')
    this.#become('joining')
    const socket = this.#options.open()
    this.#socket = socket
    this.#expectResponse()
    socket.onopen = () => {
      this.#noteTraffic()
      this.#heartbeat = setInterval(() => this.#sendHeartbeat(), this.#times.heartbeat)
      for (const [name, channel] of this.#channels) this.#join(name, channel)
    }
    socket.onmessage = ({ data }) => {
      this.#noteTraffic()
      this.#receive(data)
    }
    socket.onclose = ({ code }) => this.#lost(code)
  }

  #join(name: string, channel: Channel) {
    this.#send({ type: 'subscribe', channel: name })
    channel.waiting = setTimeout(() => {
      this.#settleChannel(channel, 'timed out')
      this.#join(name, channel)
    }, this.#times.answer)
  }

  #settleChannel(channel: Channel | undefined, result: SubscriptionResult) {
    if (!channel) return
    clearTimeout(channel.waiting)
    channel.result = result
    this.#settle()
  }

  /** Marks the connection as joined once every channel has its response, so that later reads leave no gap. */
  #settle() {
    const settled = [...this.#channels.values()].every(({ result }) => result !== undefined)
    if (this.#state === 'joining' && settled && this.#socket?.readyState === WebSocket.OPEN) {
      this.#stable = setTimeout(() => (this.#attempt = 0), this.#times.stable)
      this.#state = 'joined'
    }
    this.#changed()
  }

  #receive(data: unknown) {
    const frame = parse(data)
    if (!frame || frame.type === 'heartbeat') return
    if (frame.type === 'sent' || frame.type === 'not_sent') return this.#pending.get(frame.client_id)?.(frame)
    const channel = this.#channels.get(frame.channel)
    if (frame.type === 'subscribed') this.#settleChannel(channel, 'subscribed')
    if (frame.type === 'refused') this.#settleChannel(channel, 'channel error')
    if (frame.type === 'event') for (const listener of channel?.listeners ?? []) listener(frame.data)
  }

  #sendHeartbeat() {
    this.#send({ type: 'heartbeat' })
    if (this.#silence === undefined) this.#expectResponse()
  }

  #expectResponse() {
    this.#silence = setTimeout(this.drop, this.#times.answer)
  }

  #noteTraffic() {
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  #send(frame: ClientFrame) {
    this.#socket?.send(JSON.stringify(frame))
  }

  #lost(code?: number) {
    this.#detach()
    if (this.#channels.size === 0) return this.#become('closed')
    this.#retry = setTimeout(() => this.#connect(), this.#delayAfter(code))
    if (code === closeCodes.signedOut) this.#options.onSignedOut()
    this.#become(code === closeCodes.signedOut ? 'closed' : 'errored')
  }

  /** Abandons a dead connection, which may take minutes to close. */
  #detach() {
    const socket = this.#socket
    this.#socket = undefined
    this.#noteTraffic()
    clearInterval(this.#heartbeat)
    clearTimeout(this.#stable)
    clearTimeout(this.#retry)
    this.#retry = undefined
    for (const channel of this.#channels.values()) {
      clearTimeout(channel.waiting)
      channel.result = undefined
    }
    for (const acknowledge of this.#pending.values()) acknowledge()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #delayAfter(code?: number): number {
    const { reconnect } = this.#times
    const longest = reconnect.at(-1) ?? 0
    const patient = code === closeCodes.signedOut || code === closeCodes.tooManyConnections
    const delay = patient ? longest : (reconnect[this.#attempt] ?? longest)
    this.#attempt += 1
    // A restarting server disconnects everybody at once, so they reconnect spread out, also when it is away for some seconds.
    const spread = code === closeCodes.restart ? longest * 1.5 : delay * 0.3
    return delay + spread * (this.#options.random ?? Math.random)()
  }

  #become(state: Exclude<LiveState, 'leaving'>) {
    this.#state = state
    this.#changed()
  }

  #changed() {
    for (const watcher of this.#watchers) watcher()
  }
}

function stateOf(channel: Channel | undefined, connection: LiveState): LiveState {
  if (!channel) return 'closed'
  if (channel.leaving !== undefined) return 'leaving'
  if (channel.result === undefined) return connection === 'joined' ? 'joining' : connection
  return channel.result === 'subscribed' ? 'joined' : 'errored'
}

function parse(data: unknown): ServerFrame | undefined {
  try {
    return JSON.parse(String(data)) as ServerFrame
  } catch {
    return undefined
  }
}

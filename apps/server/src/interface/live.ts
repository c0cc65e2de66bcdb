/** Fills the port of live events, with sockets that have the limits of the product's own pages. */
import type { Live, Protocol, Socket } from '@samtur/interface/ports/live'
import { findStamps } from '#features/chat/port'
import { inBatches } from '#platform/db/batches'
import type { Parts } from '#platform/http/context'
import { clientAddress } from '#platform/live/address'
import { Connection, type Host, limits, type Upgraded } from '#platform/live/connection'
import type { Hub } from '#platform/live/hub'

interface Deps {
  parts: Pick<Parts, 'db' | 'bus'>
  hub: Hub
  trustProxy: number
}

export function createLive({ parts, hub, trustProxy }: Deps): Live {
  const { host, identify, takePlace, enter, exit, join, serve } = hub.base
  return {
    mostChannels: limits.channels,
    serve: (path, { framesPerSecond, admit }) =>
      serve(path, {
        anyOrigin: true,
        async admit(request) {
          const { url, headers } = request
          const speak = await admit({ url, headers, ip: clientAddress(request, trustProxy) })
          if (typeof speak === 'string') return speak
          // The person is known from the token of the first join.
          return { personId: null, open: (upgraded) => void new ProgramSocket(upgraded, host, framesPerSecond, speak) }
        },
      }),
    identify,
    takePlace,
    enter,
    exit,
    join,
    onGap: (listener) => parts.bus.onGap(listener),
    stampOf: inBatches((messages: readonly { chat_id: string; seq: number }[]) => findStamps(parts.db.read, messages)),
  }
}

/** A socket that hands what comes in over to a protocol. */
class ProgramSocket extends Connection implements Socket {
  protected override readonly framesPerSecond: number
  private readonly protocol: Protocol

  constructor(upgraded: Upgraded, host: Host, framesPerSecond: number, speak: (socket: Socket) => Protocol) {
    super(upgraded, host)
    this.framesPerSecond = framesPerSecond
    this.protocol = speak(this)
  }

  refused(userId: string | undefined): void {
    this.host.refused(this, userId)
  }

  protected accept(data: Buffer, isBinary: boolean): boolean {
    return this.protocol.accept(data, isBinary)
  }

  protected dropAll(): void {
    this.protocol.dropAll()
  }

  override look(now: number): void {
    this.protocol.look(now)
  }
}

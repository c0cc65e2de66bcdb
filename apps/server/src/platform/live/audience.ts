/** Who is connected to this process, and who is subscribed to what. */
import type { Peer } from './peer.ts'

export class Audience {
  readonly peers = new Set<Peer>()
  private readonly people = new Map<string, Set<Peer>>()
  private readonly channels = new Map<string, Set<Peer>>()

  enter(peer: Peer): void {
    this.peers.add(peer)
    addTo(this.people, peer.caller.id, peer)
  }

  exit(peer: Peer): void {
    this.peers.delete(peer)
    removeFrom(this.people, peer.caller.id, peer)
  }

  subscribe(peer: Peer, channel: string): void {
    peer.channels.set(channel, 'joined')
    addTo(this.channels, channel, peer)
  }

  unsubscribe(peer: Peer, channel: string): void {
    peer.channels.delete(channel)
    removeFrom(this.channels, channel, peer)
  }

  isEmpty(channel: string): boolean {
    return !this.channels.has(channel)
  }

  /** Every socket of a person. */
  ofPerson(id: string): Peer[] {
    return [...(this.people.get(id) ?? [])]
  }

  /** The subscribers, or those of the named people among them. */
  of(channel: string, people?: readonly string[]): Peer[] {
    if (!people) return [...(this.channels.get(channel) ?? [])]
    return [...new Set(people)]
      .flatMap((id) => this.ofPerson(id))
      .filter((peer) => peer.channels.get(channel) === 'joined')
  }
}

function addTo(index: Map<string, Set<Peer>>, key: string, peer: Peer) {
  const peers = index.get(key)
  if (peers) peers.add(peer)
  else index.set(key, new Set([peer]))
}

function removeFrom(index: Map<string, Set<Peer>>, key: string, peer: Peer) {
  const peers = index.get(key)
  peers?.delete(peer)
  if (peers?.size === 0) index.delete(key)
}

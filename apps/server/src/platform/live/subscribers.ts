/** The open connections of this process, by person and by channel. */
import type { Connection } from './connection.ts'

export class Subscribers {
  readonly connections = new Set<Connection>()
  private readonly people = new Map<string, Set<Connection>>()
  private readonly channels = new Map<string, Set<Connection>>()

  enter(connection: Connection): void {
    this.connections.add(connection)
    addTo(this.people, connection.caller.id, connection)
  }

  exit(connection: Connection): void {
    this.connections.delete(connection)
    removeFrom(this.people, connection.caller.id, connection)
  }

  subscribe(connection: Connection, channel: string): void {
    connection.channels.set(channel, 'joined')
    addTo(this.channels, channel, connection)
  }

  unsubscribe(connection: Connection, channel: string): void {
    connection.channels.delete(channel)
    removeFrom(this.channels, channel, connection)
  }

  isEmpty(channel: string): boolean {
    return !this.channels.has(channel)
  }

  /** Returns every connection of a person. */
  ofPerson(id: string): Connection[] {
    return [...(this.people.get(id) ?? [])]
  }

  /** Returns the subscribers of a channel, or those of the given people among them. */
  of(channel: string, people?: readonly string[]): Connection[] {
    if (!people) return [...(this.channels.get(channel) ?? [])]
    return [...new Set(people)]
      .flatMap((id) => this.ofPerson(id))
      .filter((connection) => connection.channels.get(channel) === 'joined')
  }
}

function addTo(index: Map<string, Set<Connection>>, key: string, connection: Connection) {
  const connections = index.get(key)
  if (connections) connections.add(connection)
  else index.set(key, new Set([connection]))
}

function removeFrom(index: Map<string, Set<Connection>>, key: string, connection: Connection) {
  const connections = index.get(key)
  connections?.delete(connection)
  if (connections?.size === 0) index.delete(key)
}

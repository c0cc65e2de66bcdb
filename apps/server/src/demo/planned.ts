/** The pieces of a plan. */
import type { Person } from './people.ts'

export interface PlannedRide {
  driver: Person
  stops: string[]
  departure: Date
  arrival: Date
  price: number
  seats: number
  pets: boolean
  note: string | null
  publishedAt: Date
  requests: PlannedRequest[]
  /** Published together with the other rides that name the same one. */
  series?: PlannedSeries
  /** What the driver made of it later: it leaves some minutes later, or not at all. */
  fate?: { at: Date; minutesLater: number } | { at: Date; reason: string }
}

/** ISO weekdays, and the last day. */
export interface PlannedSeries {
  weekdays: number[]
  until: string
}

export interface PlannedRequest {
  passenger: Person
  /** Positions of stops. */
  from: number
  to: number
  seats: number
  message: string | null
  at: Date
  answer: { status: 'accepted' | 'rejected' | 'cancelled'; at: Date } | null
  rating: { value: number; comment: string | null; at: Date } | null
}

export interface PlannedChat {
  driver: Person
  passenger: Person
  ride: PlannedRide
  messages: { sender: Person; text: string; at: Date }[]
  /** How many of the messages nobody but their sender has seen yet. */
  unread: number
}

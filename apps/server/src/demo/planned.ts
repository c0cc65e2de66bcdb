/** The pieces of a plan. */
import type { ReportSubject } from '@samtur/contract/reports'
import type { RequestType, SupportMessage, SupportStatus } from '@samtur/contract/support'
import type { Language, Person } from './people.ts'

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

export interface PlannedSupport {
  /** Somebody of the demo, or a guest. */
  from: Person | { name: string; email: string; language: Language }
  type: RequestType
  subject: string
  description: string
  /** What was handed over by the assistant. */
  talk: [author: SupportMessage['author'], content: string][]
  at: Date
  steps: SupportStep[]
}

/** Something that is said, or what the administrator does. */
export type SupportStep =
  | { at: Date; by: 'person' | 'admin'; text: string }
  | { at: Date; status: SupportStatus; notes: string | null }

export interface PlannedReport {
  reporter: Person
  reported: Person
  /** The conversation of the two, or what the reported person has said in a rating. */
  about: ReportSubject
  reason: string
  at: Date
  decision?: { status: 'resolved' | 'dismissed'; reason: string; at: Date }
}

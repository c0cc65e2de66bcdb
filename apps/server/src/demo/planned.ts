/** Types of the parts of a plan. */
import type { DetourEnd, InstantBooking } from '@samtur/contract/constants'
import type { ReportSubject } from '@samtur/contract/reports'
import type { RequestType, SupportMessage, SupportStatus } from '@samtur/contract/support'
import type { WantedBody } from '@samtur/contract/wanted'
import type { Language, Person } from './people.ts'

export interface PlannedRide {
  driver: Person
  stops: string[]
  departure: Date
  arrival: Date
  price: number
  seats: number
  pets: boolean
  /** Minutes by which detours may lengthen the trip; none by default. */
  detour?: number
  /** Instant booking; off by default. */
  instant?: InstantBooking
  note: string | null
  publishedAt: Date
  requests: PlannedRequest[]
  /** Rides with the same series are published together. */
  series?: PlannedSeries
  /** A later change by the driver: a delay in minutes, or a cancellation. */
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
  /** A place beside the way, in the place of the stop at that end. */
  detour?: { place: string; end: DetourEnd }
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
  /** How many messages the other person has not read. */
  unread: number
}

export interface PlannedSupport {
  /** A person of the demo, or a guest. */
  from: Person | { name: string; email: string; language: Language }
  type: RequestType
  subject: string
  description: string
  /** The conversation that the assistant handed over. */
  talk: [author: SupportMessage['author'], content: string][]
  at: Date
  steps: SupportStep[]
}

/** A message, or an action of the administrator. */
export type SupportStep =
  | { at: Date; by: 'person' | 'admin'; text: string }
  | { at: Date; status: SupportStatus; notes: string | null }

export interface PlannedReport {
  reporter: Person
  reported: Person
  /** The conversation between the two, or a rating by the reported person. */
  about: ReportSubject
  reason: string
  at: Date
  decision?: { status: 'resolved' | 'dismissed'; reason: string; at: Date }
}

/** A public wanted ride. */
export interface PlannedPost {
  person: Person
  body: WantedBody
  at: Date
}

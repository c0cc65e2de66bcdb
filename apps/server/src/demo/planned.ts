/** Types of the parts of a plan. */
import type { DetourEnd, genders, InstantBooking, LuggageSize } from '@samtur/contract/constants'
import type { ReportSubject } from '@samtur/contract/reports'
import type { RequestType, SupportMessage, SupportStatus } from '@samtur/contract/support'
import type { WantedBody } from '@samtur/contract/wanted'
import type { Language } from '@samtur/i18n/translate'
import type { Tx } from '#platform/db/database'

export interface Plan {
  now: Date
  /** Without the administrator. */
  people: Person[]
  /** Handles reports and support requests; has no trips. */
  administrator: Person
  rides: PlannedRide[]
  chats: PlannedChat[]
  support: PlannedSupport[]
  reports: PlannedReport[]
  posts: PlannedPost[]
}

/** Something that happens in the past. */
export interface Event {
  at: Date
  happen(tx: Tx): Promise<unknown>
}

export interface Person {
  name: string
  email: string
  gender: (typeof genders)[number]
  age: number
  home: string
  /** The language the person writes. */
  language: Language
  phone: string
  joined: Date
  /** A file of data/pictures, or null. */
  picture: string | null
  /** Only drivers have one. */
  car: Car | null
}

/** As the body of a ride has it. */
export interface Car {
  car_make: string
  car_model: string
  car_color: string
  license_plate: string
  luggage: LuggageSize
}

export interface PlannedRide {
  driver: Person
  car: Car
  stops: { text: string; place_id: number; meeting_point_id: string | null }[]
  departure: Date
  arrival: Date
  price: number
  seats: number
  pets: boolean
  /** Minutes by which detours may lengthen the trip. */
  detour: number
  instant: InstantBooking
  note: string | null
  publishedAt: Date
  requests: PlannedRequest[]
  /** Rides with the same series are published together. */
  series: PlannedSeries | null
  /** A later change by the driver: a delay in minutes, or a cancellation. */
  fate: { at: Date; minutesLater: number } | { at: Date; reason: string } | null
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
  detour: { place: string; end: DetourEnd } | null
  seats: number
  message: string | null
  at: Date
  answer: { status: 'accepted' | 'rejected' | 'cancelled'; at: Date } | null
  rating: { value: number; comment: string | null; at: Date } | null
}

export interface PlannedChat {
  ride: PlannedRide
  passenger: Person
  messages: { sender: Person; text: string; at: Date }[]
  /** How many messages the other person has not read. */
  unread: number
}

export interface PlannedSupport {
  /** A person of the demo or a guest. */
  person?: Person
  guest?: Pick<Person, 'name' | 'email' | 'language'>
  type: RequestType
  subject: string
  description: string
  /** The conversation that the assistant handed over. */
  talk: { author: SupportMessage['author']; content: string }[]
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

/** Returns the id of a person; empty for the administrator of a demo without one. */
export type IdOf = (person: Person) => string

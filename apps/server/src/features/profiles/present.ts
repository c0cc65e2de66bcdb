/** Profile rows → responses, without private fields. */
import { recordMinimum } from '@samtur/contract/constants'
import type { DriverRecord, NameConfirmation, OwnProfile, Person, PublicProfile } from '@samtur/contract/profiles'

export interface PersonRow {
  id: string
  full_name: string
  picture_key: string | null
  rating: string | number | null
  rating_count: number
}

export interface ProfileRow extends PersonRow {
  is_driver: boolean
  is_passenger: boolean
  gender: string | null
  gender_counts_at: Date | null
  age: number | null
  phone: string | null
  address: string | null
  /** Gets seats at once on rides for trusted people. */
  trusted: boolean
  instant_seats_left: number | null
  name_confirmed: NameConfirmation | null
  created_at: Date
}

/** Returns the picture's address. Its key changes with every new picture, so it may be cached for long; clients that expect a version find one in it. */
export const pictureUrl = (key: string | null) => (key ? `/files/profiles/${key}?v=${key.slice(0, 8)}` : null)

export function presentPerson(row: PersonRow): Person {
  return {
    id: row.id,
    full_name: row.full_name,
    profile_picture: pictureUrl(row.picture_key),
    rating: row.rating === null ? null : Number(row.rating),
    rating_count: row.rating_count,
  }
}

/** Returns a driver's record; null before it has enough trips. */
export function presentRecord(record: DriverRecord | null): DriverRecord | null {
  if (!record || record.completed_trips + record.cancelled_late < recordMinimum.trips) return null
  const { completed_trips, cancelled_late, answer_minutes } = record
  return { completed_trips, cancelled_late, answer_minutes }
}

const shownGender = (gender: string | null) =>
  gender === 'ønsker_ikke_oppgi' ? null : (gender as PublicProfile['gender'])

export function presentPublicProfile(row: ProfileRow, record: DriverRecord | null, canChat: boolean): PublicProfile {
  return {
    ...presentPerson(row),
    is_driver: row.is_driver,
    is_passenger: row.is_passenger,
    gender: shownGender(row.gender),
    age: row.age,
    member_since: `${row.created_at.toISOString().slice(0, 7)}-01`,
    record: presentRecord(record),
    name_confirmed: row.name_confirmed,
    can_chat: canChat,
  }
}

export function presentOwnProfile(row: ProfileRow): OwnProfile {
  return {
    ...presentPerson(row),
    is_driver: row.is_driver,
    is_passenger: row.is_passenger,
    gender: row.gender as OwnProfile['gender'],
    gender_counts_at: row.gender_counts_at && row.gender_counts_at.toISOString(),
    age: row.age,
    phone: row.phone,
    address: row.address,
    created_at: row.created_at.toISOString(),
    name_confirmed: row.name_confirmed,
    trusted: row.trusted,
    instant_seats_left: row.instant_seats_left,
  }
}

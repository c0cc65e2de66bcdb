/** People as rows of the table `profiles`. */
import type { OwnProfile, Person, PublicProfile } from '@samtur/contract/profiles'
import type { Row } from './shapes.ts'

/** Returns the address of a picture as a program outside of our pages can open it. */
export const pictureAddress = (origin: string, path: string | null): string | null =>
  path === null ? null : `${origin}${path}`

/** Returns a person beside something else: a ride, a reservation, a conversation. */
export const personRow = (
  origin: string,
  person: Pick<Person, 'id' | 'full_name' | 'profile_picture' | 'rating'>,
): Row => ({
  id: person.id,
  full_name: person.full_name,
  profile_picture: pictureAddress(origin, person.profile_picture),
  rating: person.rating,
})

/** Returns the caller beside an own ride or reservation, with the own phone. */
export const selfRow = (origin: string, profile: OwnProfile): Row => ({
  ...personRow(origin, profile),
  phone: profile.phone,
})

/** Returns the row of another person's profile; what only its owner sees is null in it. */
export const publicProfileRow = (origin: string, profile: PublicProfile, email: string | null = null): Row => ({
  ...personRow(origin, profile),
  email,
  phone: null,
  address: null,
  gender: profile.gender,
  age: profile.age,
  is_driver: profile.is_driver,
  is_passenger: profile.is_passenger,
  created_at: `${profile.member_since}T00:00:00.000Z`,
})

/** Returns the row of the caller's own profile. */
export const ownProfileRow = (origin: string, profile: OwnProfile, email: string): Row => ({
  ...personRow(origin, profile),
  email,
  phone: profile.phone,
  address: profile.address,
  gender: profile.gender,
  age: profile.age,
  is_driver: profile.is_driver,
  is_passenger: profile.is_passenger,
  created_at: profile.created_at,
})

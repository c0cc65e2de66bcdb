import { statedGenders } from '@samtur/contract/constants'
import type { OwnProfile } from '@samtur/contract/profiles'
import type { Ride } from '@samtur/contract/rides'
import type { Translate } from '@samtur/i18n/translate'

type Gender = OwnProfile['gender']

export const isStatedGender = (gender: Gender | undefined): gender is NonNullable<Ride['only_gender']> =>
  statedGenders.some((stated) => stated === gender)

/** Returns from when the gender that the reader states counts for rides for one gender, where that lies ahead. */
export const genderWaitsUntil = (profile: OwnProfile | undefined, now = Date.now()): string | undefined =>
  profile?.gender_counts_at && Date.parse(profile.gender_counts_at) > now ? profile.gender_counts_at : undefined

/** Returns whom a ride for one gender is for. */
export function onlyGenderText(t: Translate, gender: Ride['only_gender'] | undefined): string {
  if (gender === 'kvinne') return t('same_gender.only_women')
  if (gender === 'mann') return t('same_gender.only_men')
  return gender === 'annet' ? t('same_gender.only_other') : t('same_gender.only_own')
}

import { statedGenders } from '@samtur/contract/constants'
import type { OwnProfile } from '@samtur/contract/profiles'
import type { Ride } from '@samtur/contract/rides'
import type { Translate } from '@samtur/i18n/translate'

type Gender = OwnProfile['gender']

export const isStatedGender = (gender: Gender | undefined): gender is NonNullable<Ride['only_gender']> =>
  statedGenders.some((stated) => stated === gender)

/** Returns whom a ride for one gender is for. */
export function onlyGenderText(t: Translate, gender: Ride['only_gender'] | undefined): string {
  if (gender === 'kvinne') return t('same_gender.only_women')
  if (gender === 'mann') return t('same_gender.only_men')
  return gender === 'annet' ? t('same_gender.only_other') : t('same_gender.only_own')
}

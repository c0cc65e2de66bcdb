/** Pure rules of profiles: the name of a picture, and how often a gender can be changed. */
import { statedGenders } from '@samtur/contract/constants'
import { dayOf } from '#platform/clock'

/** Returns the name of a picture in /storage/v1: its key, unless a program has given it another one. */
export const pictureNameOf = (picture: { picture_key: string | null; picture_name: string | null }): string | null =>
  picture.picture_name ?? picture.picture_key

/** Returns whether a gender is one that rides can be for. */
export const isStated = (gender: string | null): boolean => statedGenders.some((stated) => stated === gender)

/** Returns the day in Oslo, yyyy-mm-dd, from which a gender that was changed at that time can be changed again. */
export const genderFreeFrom = (changedAt: Date): string =>
  Temporal.PlainDate.from(dayOf(changedAt)).add({ years: 1 }).toString()

interface StoredGender {
  gender: string | null
  gender_changed_at: Date | null
}

/**
 * Decides about another gender of a person: it is free, it counts as the change of the year, or it is refused until a day. The first
 * statement does not count. A person can always take a statement back, which counts, so that nobody states another one at once.
 */
export function decideGender(
  { gender, gender_changed_at: changedAt }: StoredGender,
  next: string | null,
  now: Date,
): 'free' | 'counts' | { refusedUntil: string } {
  if (next === gender || (!isStated(gender) && !isStated(next))) return 'free'
  if (!isStated(gender) && changedAt === null) return 'free'
  if (!isStated(next) || changedAt === null) return 'counts'
  const day = genderFreeFrom(changedAt)
  return dayOf(now) >= day ? 'counts' : { refusedUntil: day }
}

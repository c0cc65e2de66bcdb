/** Profiles: what everybody may see of a person, and what only the person may see. */
import { z } from './zod.ts'
import { age, genders, lengths } from './constants.ts'
import { endpoint, id, instant } from './endpoint.ts'
import { readPhone } from './phones.ts'
import { oneLine, optionalOneLine } from './text.ts'

/**
 * The few fields shown beside a ride, a message or a rating. `rating` is the mean (one decimal), null without ratings. `full_name` is
 * empty when the person has deleted the account: show the language's words for that, and no link.
 */
export const person = z.object({
  id,
  full_name: z.string(),
  profile_picture: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.int(),
})
export type Person = z.infer<typeof person>

/**
 * A driver's record of trips and requests. `cancelled_late` is trips cancelled within 24 hours of departure with an
 * accepted passenger; `answer_minutes` the usual time until a request is decided, null while there are too few decisions.
 */
export const driverRecord = z.object({
  completed_trips: z.int(),
  cancelled_late: z.int(),
  answer_minutes: z.int().nullable(),
})
export type DriverRecord = z.infer<typeof driverRecord>

/** A sign-in service has confirmed the name of a person of at least 18 years. Only the newest confirmation is shown. */
export const nameConfirmation = z.object({
  /** The service's name, shown as it is. */
  provider: z.string(),
  /** First day of the month of the confirmation, yyyy-mm-dd. */
  month: z.string(),
})
export type NameConfirmation = z.infer<typeof nameConfirmation>

export const publicProfile = person.extend({
  is_driver: z.boolean(),
  is_passenger: z.boolean(),
  gender: z.enum(genders).nullable(),
  age: z.int().nullable(),
  /** First day of the month in which the person joined, yyyy-mm-dd. */
  member_since: z.string(),
  /** Null while there is too little to say. */
  record: driverRecord.nullable(),
  name_confirmed: nameConfirmation.nullable(),
  /** Whether the caller may try to open a chat with this person: false for the own profile and for visitors; a block does not show. */
  can_chat: z.boolean(),
})
export type PublicProfile = z.infer<typeof publicProfile>

export const ownProfile = person.extend({
  is_driver: z.boolean(),
  is_passenger: z.boolean(),
  gender: z.enum(genders).nullable(),
  /** From when the stated gender counts for rides for one gender; null where it always has. */
  gender_counts_at: instant.nullable(),
  age: z.int().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  created_at: instant,
  name_confirmed: nameConfirmation.nullable(),
  /** Gets a seat at once on rides for trusted people. */
  trusted: z.boolean(),
  /** How many more seats the person gets at once at present; null where that is not limited, after the first completed trip. */
  instant_seats_left: z.int().nullable(),
})
export type OwnProfile = z.infer<typeof ownProfile>

/**
 * E.164. Accepts a leading 00, what people write between digits, and '(0)' behind the country code; 8 to 15 digits after the plus. A number
 * without country code is refused rather than guessed: the pages, which know the reader's language, complete it before it is sent.
 */
export const phone = z.preprocess(
  (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
  z
    .string({ error: 'invalid' })
    .transform((text, context) => {
      const number = readPhone(text)
      if (number !== undefined) return number
      context.addIssue({ code: 'custom', message: 'invalid' })
      return z.NEVER
    })
    .nullable(),
) as unknown as z.ZodType<string | null, string | null | undefined>

export const profileBody = z
  .strictObject({
    full_name: oneLine(lengths.name),
    phone,
    address: optionalOneLine(lengths.address),
    gender: z.preprocess((value) => (value === '' ? null : value), z.enum(genders, { error: 'invalid' }).nullable()),
    age: z.preprocess(
      (value) => (value === '' ? null : value),
      z
        .int({ error: 'not_a_whole_number' })
        .min(age.min, { error: 'out_of_range' })
        .max(age.max, { error: 'out_of_range' })
        .nullable(),
    ),
  })
  .partial()

export const profiles = {
  get: endpoint({
    access: 'open',
    mayLag: 'visitors',
    method: 'GET',
    path: '/profiles/{id}',
    tag: 'profiles',
    summary: 'Public profile of a person',
    output: publicProfile,
    errors: ['not_found', 'rate_limited'],
  }),
  update: endpoint({
    access: 'confirmed',
    method: 'PATCH',
    path: '/me/profile',
    tag: 'profiles',
    summary: 'Change the own profile; fields left out stay as they are',
    body: profileBody,
    output: ownProfile,
    errors: ['reauthentication_required'],
  }),
  /**
   * `PUT /me/picture` takes the file itself (multipart/form-data, field `file`, or the bare bytes) and is served beside the contract's
   * endpoints, because its limits are counted while it arrives. Returns the own profile.
   */
  removePicture: endpoint({
    access: 'confirmed',
    method: 'DELETE',
    path: '/me/picture',
    tag: 'profiles',
    summary: 'Remove the own picture; repeating it changes nothing',
    output: ownProfile,
  }),
}

/** Bodies of the administrator's part of `/auth/v1`. Unknown fields are refused, so that nothing that a server sends is silently ignored. */
import { signUpBody } from '@samtur/contract/accounts'
import { reasonBody } from '@samtur/contract/moderation'
import { matchLanguage } from '@samtur/i18n/translate'
import { z } from 'zod'
import { AuthError } from './errors.ts'
import type { createInput } from './input.ts'

const metadata = z
  .strictObject({ full_name: signUpBody.shape.name, locale: z.string().max(10).optional() }, { error: requiredName })
  .transform(({ full_name, locale = '' }) => ({ name: full_name, locale: matchLanguage([locale]) }))

function requiredName({ input }: { input?: unknown }) {
  return input === undefined ? 'required' : 'invalid'
}

/** Values that the libraries may send and that change nothing. */
const unused = {
  phone: z.literal('', { error: 'invalid' }).optional(),
  phone_confirm: z.literal(false, { error: 'invalid' }).optional(),
  role: z.enum(['', 'authenticated'], { error: 'invalid' }).optional(),
}
/** A suspension lasts until it is lifted, so shorter bans are refused. The libraries' documentation uses this length for a ban without an end. */
const HOURS_WITHOUT_END = 876_000
const banDuration = z
  .string({ error: 'invalid' })
  .refine((text) => text === 'none' || Number(/^(\d{1,9})h/.exec(text)?.[1] ?? 0) >= HOURS_WITHOUT_END, {
    error: 'out_of_range',
  })
  .transform((text) => (text === 'none' ? 'lift' : 'suspend'))

const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const

/** Returns the schemas of bodies that have an address, as accounts store it. */
export function createAdminInput(address: ReturnType<typeof createInput>['address']) {
  return {
    inviteInput: z.strictObject({ email: address, data: metadata }),
    linkInput: z.strictObject({
      type: z.enum(linkTypes, { error: 'invalid' }),
      email: address,
      new_email: address.optional(),
      password: signUpBody.shape.password.optional(),
      data: metadata.optional(),
      /** The libraries send it in the query, too, which counts. */
      redirectTo: z.string().max(2000).optional(),
    }),
    newUserInput: z.strictObject({
      email: address,
      password: signUpBody.shape.password.optional(),
      email_confirm: z.boolean({ error: 'invalid' }).default(false),
      user_metadata: metadata,
      app_metadata: z.strictObject({}, { error: 'invalid' }).optional(),
      ban_duration: z.literal('none', { error: 'invalid' }).optional(),
      ...unused,
    }),
    userChanges: z.strictObject({
      email: address.optional(),
      password: signUpBody.shape.password.optional(),
      email_confirm: z.boolean({ error: 'invalid' }).optional(),
      ban_duration: banDuration.optional(),
      user_metadata: z.record(z.string(), z.unknown()).optional(),
      app_metadata: z
        .looseObject({ reason: reasonBody.shape.reason.optional() })
        .transform(({ reason, ...rest }) => ({ reason, rest }))
        .optional(),
      ...unused,
    }),
  }
}

type AdminInput = ReturnType<typeof createAdminInput>
export type LinkInput = z.output<AdminInput['linkInput']>
export type UserChanges = z.output<AdminInput['userChanges']>

export const newName = z.object({ full_name: signUpBody.shape.name })

export const deletion = z.strictObject({
  should_soft_delete: z.literal(false, { error: 'invalid' }).optional(),
})

/** The page of a list: `page` from 1, `per_page` up to 1000. The libraries send empty values for those that are not given. Error: `validation_failed`. */
export function readPage(query: unknown): { page: number; perPage: number } {
  const { page, per_page: perPage } = (query ?? {}) as Record<string, unknown>
  return { page: count(page, 1, 1_000_000), perPage: count(perPage, 50, 1_000) }
}

function count(text: unknown, fallback: number, most: number) {
  if (text === undefined || text === '') return fallback
  const value = typeof text === 'string' && /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= most) return value
  throw new AuthError(400, 'validation_failed', `Bad Pagination Parameters: a number from 1 to ${most} was expected`)
}

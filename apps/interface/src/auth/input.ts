/** Bodies of `/auth/v1`. Unknown fields are left out, as the service does that the libraries were written for. */
import { email as emailSchema, newPassword, signInBody, signUpBody } from '@samtur/contract/accounts'
import { fieldErrors } from '@samtur/contract/field-errors'
import { z } from 'zod'
import { apiError } from '../errors.ts'
import type { Accounts } from '../ports/accounts.ts'

/** Returns the body as the schema gives it. Errors: `malformed` without a body, and `validation`, naming the fields. */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  if (body === undefined) throw apiError('malformed')
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) throw apiError('validation', { fields: fieldErrors(parsed.error.issues) })
  return parsed.data
}

/** Binds a flow to the program that began it (RFC 7636). */
const challenge = {
  code_challenge: z.string().max(200).nullish(),
  code_challenge_method: z.string().max(20).nullish(),
}

/** Returns the schemas of bodies that have an address. */
export function createInput({ storedAddress }: Pick<Accounts, 'storedAddress'>) {
  /** An address as accounts store it. */
  const address = emailSchema.transform((typed, context) => {
    const stored = storedAddress(typed)
    if (stored) return stored
    context.addIssue({ code: 'custom', message: 'invalid' })
    return z.NEVER
  })
  const mailInput = z.object({ email: address, ...challenge })
  return {
    address,
    mailInput,
    passwordGrant: z.object({ email: address, password: signInBody.shape.password }),
    resendInput: z.object({ ...mailInput.shape, type: z.enum(['signup', 'email_change']) }),
    /** The token of a mailed link, or the code of the mail with the address that it went to. */
    verifyInput: z
      .object({
        type: z.enum(['signup', 'email', 'invite', 'magiclink', 'recovery', 'email_change']),
        token_hash: z.string().min(1).max(200).optional(),
        email: address.optional(),
        token: z.string().min(1).max(200).optional(),
      })
      .transform(({ type, token_hash: token, email, token: code }, context) => {
        if (token !== undefined) return { type, mailed: { token } }
        if (email !== undefined && code !== undefined) return { type, mailed: { email, code: code.replace(/\s/g, '') } }
        context.addIssue({ code: 'custom', message: 'required', path: ['token'] })
        return z.NEVER
      }),
    userInput: z.object({
      password: newPassword.optional(),
      nonce: z.string().min(1).max(20).optional(),
      current_password: signInBody.shape.password.optional(),
      email: address.optional(),
      data: z.object({ full_name: z.string().max(1000).optional() }).optional(),
      ...challenge,
    }),
    signUpInput: z.object({
      ...challenge,
      email: address,
      password: signUpBody.shape.password,
      data: z.object({ full_name: signUpBody.shape.name, locale: z.string().max(10).optional() }),
    }),
  }
}

export const refreshGrant = z.object({ refresh_token: z.string().min(1).max(200) })
export const pkceGrant = z.object({ auth_code: z.string().min(1).max(200), code_verifier: z.string().min(1).max(200) })
export const enrolInput = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: z.string().max(100).optional(),
})
export const factorCode = z.object({ challenge_id: z.string().min(1).max(100), code: z.string().max(20) })
export const idTokenGrant = z.object({
  provider: z.string().min(1).max(40),
  id_token: z.string().min(1).max(16_000),
  nonce: z
    .string()
    .min(1)
    .max(500)
    .nullish()
    .transform((nonce) => nonce ?? undefined),
  link_identity: z.boolean().default(false),
})
export const walletGrant = z.object({ chain: z.string().max(40).optional() })
/** `visit` continues a visit that another request has prepared. */
export const authorizeQuery = z.object({
  visit: z.string().max(8000).optional(),
  provider: z.string().max(40).default(''),
  redirect_to: z.string().max(2000).optional(),
  ...challenge,
})
export const ssoInput = z.object({
  domain: z.string().max(255).optional(),
  provider_id: z.string().max(40).optional(),
  redirect_to: z.string().max(2000).nullish(),
  skip_http_redirect: z.boolean().default(false),
  ...challenge,
})

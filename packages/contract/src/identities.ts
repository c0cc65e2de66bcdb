/** Ways in beside the password: mailed codes, a second factor, other services' accounts. */
import { z } from './zod.ts'
import { mailedCode } from './constants.ts'
import { endpoint, instant } from './endpoint.ts'
import { email } from './accounts.ts'

/** A sign-in service from configuration (OpenID Connect). The name is shown as it is. */
export const provider = z.object({ id: z.string(), name: z.string() })
export type Provider = z.infer<typeof provider>

/** What the sign-in page offers beside the password. */
export const waysIn = z.object({ email_code: z.boolean(), providers: z.array(provider) })
export type WaysIn = z.infer<typeof waysIn>

/**
 * What a service that confirms names has said of the caller. `open`: nothing since the service was linked or the name was changed. `no_name` and
 * `no_age`: it did not send what is needed.
 */
export const nameStates = ['open', 'confirmed', 'names_differ', 'no_name', 'no_age', 'under_18'] as const
export type NameState = (typeof nameStates)[number]

export const ownWaysIn = z.object({
  password: z.boolean(),
  two_factor: z.object({
    enabled: z.boolean(),
    recovery_codes_left: z.int(),
    /** This account must have one, and it cannot be removed. */
    required: z.boolean(),
  }),
  email_code: z.boolean(),
  providers: z.array(
    provider.extend({
      linked: z.boolean(),
      /** Null for a service that confirms no names. */
      name_state: z.enum(nameStates).nullable(),
    }),
  ),
})
export type OwnWaysIn = z.infer<typeof ownWaysIn>

const digits = (count: number) =>
  z
    .string({ error: 'required' })
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(
      z
        .string()
        .min(1, { error: 'required', abort: true })
        .regex(new RegExp(`^\\d{${count}}$`), { error: 'invalid' }),
    )
export const emailCodeBody = z.object({ email })
export const emailCodeSignInBody = z.object({
  email,
  otp: digits(mailedCode.digits),
})
/** Six digits from the app. */
export const totpBody = z.object({
  code: digits(6),
})
/** One of the recovery codes; each works once. */
export const recoveryCodeBody = z.object({
  code: z
    .string({ error: 'required' })
    .transform((text) => text.trim())
    .pipe(z.string().min(1, { error: 'required' }).max(40, { error: 'invalid' })),
})

/** A code of the second factor, from the app or from the list of recovery codes; each is taken once. */
export const factorBody = z.strictObject({ code: recoveryCodeBody.shape.code })

const service = z.string({ error: 'required' }).min(1, { error: 'required' }).max(40, { error: 'invalid' })
/** The page afterwards: a path of this site; anything else is ignored. */
const afterwards = z.string().max(2000).optional()

/** Signing in with a service's account; the browser goes to the response's `url`. */
export const serviceSignInBody = z.strictObject({ provider: service, callbackURL: afterwards })
/** Linking a service to the own account; the browser goes to the response's `url`. */
export const linkBody = z.strictObject({ provider: service, callbackURL: afterwards })
export const unlinkBody = z.strictObject({ provider: service })

export const identities = {
  waysIn: endpoint({
    access: 'open',
    method: 'GET',
    path: '/sign-in-methods',
    tag: 'identities',
    summary: 'What sign-in offers beside the password',
    output: waysIn,
  }),
  own: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/sign-in-methods',
    tag: 'identities',
    summary: 'How the caller can sign in',
    output: ownWaysIn,
  }),
  reauthenticate: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/me/reauthenticate/second-factor',
    tag: 'identities',
    summary: 'Show a code of the second factor once more; holds for five minutes, and the session gets a new cookie',
    body: factorBody,
    output: z.object({ until: instant }),
    errors: ['invalid_code', 'two_factor_off', 'rate_limited'],
  }),
}

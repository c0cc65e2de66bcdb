/** Accounts: the bodies of the routes under /api/auth, and the caller's own account. */
import { z } from './zod.ts'
import { lengths, password } from './constants.ts'
import { endpoint, id, instant } from './endpoint.ts'
import { isPersonName } from './names.ts'
import { ownProfile } from './profiles.ts'
import { countCodePoints, oneLine } from './text.ts'

/** Lower-cased, trimmed address; its domain may be international. */
export const email = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === '' ? 'required' : 'invalid') })
  .transform((text) => text.normalize('NFC').trim().toLowerCase())
  .superRefine((text, context) => {
    if (text === '') context.addIssue({ code: 'custom', message: 'required' })
    else if (!isEmail(text)) context.addIssue({ code: 'custom', message: 'invalid' })
  })

const EMAIL =
  /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f\p{Noncharacter_Code_Point}]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u

function isEmail(text: string) {
  const [local = '', domain = ''] = text.split('@')
  return (
    text.length <= lengths.email &&
    local.length <= 64 &&
    domain.split('.').every((label) => label.length <= lengths.domainLabel) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !text.includes('..') &&
    EMAIL.test(text)
  )
}

/** NFC so that composed and decomposed input open the same account. The upper limit is checked before hashing. */
export const newPassword = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === '' ? 'required' : 'invalid') })
  .transform((text) => text.normalize('NFC'))
  .superRefine((text, context) => {
    const length = countCodePoints(text)
    if (length === 0) context.addIssue({ code: 'custom', message: 'required' })
    // Bytes are compared: what has no bytes of its own in UTF-8 would be the same as something else.
    else if (/[\p{Cc}\p{Cs}]/u.test(text)) context.addIssue({ code: 'custom', message: 'invalid_characters' })
    else if (length < password.min) context.addIssue({ code: 'custom', message: 'too_short' })
    else if (length > password.max) context.addIssue({ code: 'custom', message: 'too_long' })
  })

/** Why the server finds a password too easy to guess: `params.reasons` of the field error `weak_password`. */
export const passwordWeaknesses = ['common', 'email', 'name', 'product', 'pattern'] as const
export type PasswordWeakness = (typeof passwordWeaknesses)[number]

export const signUpBody = z.object({
  name: oneLine(lengths.name).refine(isPersonName, { error: 'more_than_a_name' }),
  email,
  password: newPassword,
  terms_accepted: z.literal(true, { error: 'must_accept' }),
})
export type SignUpBody = z.input<typeof signUpBody>

export const signInBody = z.object({
  email,
  password: z
    .string({ error: 'required' })
    .min(1, { error: 'required' })
    .max(1024, { error: 'too_long' })
    // A lone surrogate is stored as U+FFFD, like every other one.
    .refine((text) => !/\p{Cs}/u.test(text), { error: 'invalid_characters' })
    .transform((text) => text.normalize('NFC')),
})
export type SignInBody = z.input<typeof signInBody>

export const requestResetBody = z.object({ email })
/** The response is the same for known and unknown addresses. */
export type RequestResetBody = z.input<typeof requestResetBody>

/** Names the flow of a program, to which the browser goes on afterwards; comes with the mailed link. */
const flow = z.uuid({ error: 'invalid' }).optional()

/** The token comes from the mailed link; a browser that followed the link holds it in a cookie instead. */
export const resetPasswordBody = z.object({ newPassword, token: z.string().max(200).optional(), flow })

/** What a mailed link that leads to the page for confirming does. */
export const confirmationPurposes = ['confirm', 'change_email', 'sign_in'] as const
export type ConfirmationPurpose = (typeof confirmationPurposes)[number]

/**
 * Confirms an address by the mailed token. The browser that signed up (or, for a change of address, is signed in) needs nothing else;
 * any other one sends the account's password, or for a new account a new one.
 */
export const verifyEmailBody = z
  .object({
    token: z.string({ error: 'required' }).min(1, { error: 'required' }).max(200, { error: 'invalid' }),
    password: signInBody.shape.password.optional(),
    new_password: newPassword.optional(),
    flow,
  })
  .refine((body) => body.password === undefined || body.new_password === undefined, {
    error: 'invalid',
    path: ['new_password'],
  })

export const changePasswordBody = z.object({
  currentPassword: signInBody.shape.password,
  newPassword,
})

export const changeEmailBody = z.object({ newEmail: email })

export const roles = ['user', 'admin'] as const

export const me = z.object({
  id,
  email: z.string(),
  email_verified: z.boolean(),
  role: z.enum(roles),
  two_factor_enabled: z.boolean(),
  /** When the account will be deleted, because the person requested it; null otherwise. */
  purge_at: instant.nullable(),
  profile: ownProfile,
})
export type Me = z.infer<typeof me>

/** One of the caller's own sessions. Names of browser and system are products' own, empty when unknown. */
export const ownSession = z.object({
  id,
  current: z.boolean(),
  created_at: instant,
  last_active_at: instant,
  device: z.object({ kind: z.enum(['desktop', 'mobile', 'tablet', 'other']), browser: z.string(), system: z.string() }),
  ip_address: z.string().nullable(),
})
export type OwnSession = z.infer<typeof ownSession>

/** One of the caller's own sign-ins. */
export const ownSignIn = z.object({
  id: z.string(),
  at: instant,
  device: ownSession.shape.device,
  /** The account did not know that browser. */
  new_device: z.boolean(),
})
export type OwnSignIn = z.infer<typeof ownSignIn>

/** Either the password or the code that was mailed; exactly one. */
export const reauthenticateBody = z
  .strictObject({
    password: signInBody.shape.password.optional(),
    code: z.string().min(1, { error: 'required' }).max(20).optional(),
  })
  .refine((body) => (body.password === undefined) !== (body.code === undefined), {
    error: 'required',
    path: ['password'],
  })

/** The code as the start prints it; upper and lower case, spaces and hyphens make no difference. */
export const adminCodeBody = z.strictObject({
  code: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40, { error: 'too_long' }),
})

export const accounts = {
  me: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me',
    tag: 'accounts',
    summary: 'The signed-in person',
    output: me,
  }),
  sessions: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/sessions',
    tag: 'accounts',
    summary: 'The caller’s sessions: that of the request first, then the newest',
    output: z.object({ items: z.array(ownSession) }),
  }),
  signIns: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/sign-ins',
    tag: 'accounts',
    summary: 'The last twenty of the own sign-ins within 90 days, newest first',
    output: z.object({ items: z.array(ownSignIn) }),
  }),
  endSession: endpoint({
    access: 'signed-in',
    method: 'DELETE',
    path: '/me/sessions/{id}',
    tag: 'accounts',
    summary: 'End one of the own sessions; its open connections close within a second',
    output: z.object({ ended: z.int() }),
    errors: ['not_found', 'reauthentication_required'],
  }),
  endSessions: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/me/sessions/end',
    tag: 'accounts',
    summary: 'End the other own sessions, or all of them with this one',
    body: z.strictObject({ scope: z.enum(['others', 'all'], { error: 'invalid' }) }),
    output: z.object({ ended: z.int() }),
    errors: ['reauthentication_required'],
  }),
  reauthenticate: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/me/reauthenticate',
    tag: 'accounts',
    summary:
      'Show the password, or a mailed code, once more; holds for five minutes, and the session gets a new cookie. Not for accounts with a second factor',
    body: reauthenticateBody,
    output: z.object({ until: instant }),
    errors: ['wrong_password', 'invalid_code', 'second_factor_required', 'rate_limited'],
  }),
  redeemAdminCode: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/me/administrator',
    tag: 'accounts',
    summary: 'Become the administrator with the one-time code that the start prints; only with the configured address',
    body: adminCodeBody,
    output: z.object({ role: z.literal('admin') }),
    errors: ['invalid_code', 'rate_limited'],
  }),
  sendReauthenticationCode: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/me/reauthenticate/code',
    tag: 'accounts',
    summary: 'Mail a code to the own address, for accounts without a password',
    output: z.object({ sent: z.literal(true) }),
    errors: ['rate_limited'],
  }),
}

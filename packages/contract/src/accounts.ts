/** Accounts: the bodies of better-auth's own routes that we check first, and the caller's own account. */
import { z } from './zod.ts'
import { lengths, password } from './constants.ts'
import { endpoint, id } from './endpoint.ts'
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
  /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u

function isEmail(text: string) {
  const [local = ''] = text.split('@')
  return (
    text.length <= lengths.email &&
    local.length <= 64 &&
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
    else if (length < password.min) context.addIssue({ code: 'custom', message: 'too_short' })
    else if (length > password.max) context.addIssue({ code: 'custom', message: 'too_long' })
  })

export const signUpBody = z.object({
  name: oneLine(lengths.name),
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
    .transform((text) => text.normalize('NFC')),
})
export type SignInBody = z.input<typeof signInBody>

export const roles = ['user', 'admin'] as const

export const me = z.object({
  id,
  email: z.string(),
  email_verified: z.boolean(),
  role: z.enum(roles),
  profile: ownProfile,
})
export type Me = z.infer<typeof me>

export const accounts = {
  me: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me',
    tag: 'accounts',
    summary: 'The signed-in person',
    output: me,
  }),
}

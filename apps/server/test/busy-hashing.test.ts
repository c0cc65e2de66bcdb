/** While too many requests wait to hash a password, each use case that hashes one is refused before it does anything. */
import { expect, test } from 'vitest'
import { confirm } from '../src/features/accounts/service-confirmation.ts'
import { hashPassword } from '../src/features/accounts/service-hashing.ts'
import { changeOwnPassword, changePassword, resetPassword } from '../src/features/accounts/service-passwords.ts'
import { createAccount, register } from '../src/features/accounts/service-signup.ts'
import { changeForOther } from '../src/features/moderation/service-changes.ts'

const password = 'fjord og fjell 7'
/** Stands for the database and all else: a use case that looked at it would fail otherwise. */
const nothing = {} as never

const useCases: Record<string, () => Promise<unknown>> = {
  'signing up': () => register(nothing, nothing, nothing, ''),
  'an account for another person': () => createAccount(nothing, nothing, { password } as never, nothing),
  'confirming by the password': () => confirm(nothing, { token: '', password }, nothing),
  'confirming with a new password': () => confirm(nothing, { token: '', new_password: password }, nothing),
  'a new password by a link': () => resetPassword(nothing, nothing, '', password),
  'a new password by the current one': () => changePassword(nothing, nothing, nothing, nothing, false),
  'a new password in a program': () => changeOwnPassword(nothing, nothing, password, {}),
  'a new password by another server': () => changeForOther(nothing, nothing, '', { password }),
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

test('use cases that hash a password are refused', async () => {
  const queue = Array.from({ length: 60 }, () => hashPassword(password))
  const codes = await Promise.all(Object.entries(useCases).map(async ([name, run]) => [name, await codeOf(run())]))
  expect(codes).toEqual(Object.keys(useCases).map((name) => [name, 'rate_limited']))
  await Promise.all(queue)
})

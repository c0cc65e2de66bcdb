/** Sign-up and sign-in: addresses and passwords. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { auth, ok, one, person, refused, signUp, wrong, type Case, type Expected } from './cases.ts'

const account = ({ db }: TestApp, email: string) =>
  db.kysely.selectFrom('auth_user').selectAll().where('email', '=', email).execute()

/** Signing up with the first address and then with the second finds the account of the first. */
const sameAccount = (id: string, about: string, first: string, second: string) =>
  one(
    id,
    about,
    () => signUp({ email: first }),
    ok({ user: { email: first.trim().toLowerCase() } }, 200),
    async (_, { t }) => {
      const again = await t.call('POST', '/api/auth/sign-up/email', { body: { ...person, email: second } })
      expect([again.status, again.body.code]).toEqual([422, 'already_registered'])
      expect(await account(t, first.trim().toLowerCase())).toHaveLength(1)
    },
  )

const email = (id: string, about: string, address: unknown, expected = wrong('email', 'invalid')) =>
  one(id, about, () => signUp({ email: address }), expected)

const emails: Case[] = [
  sameAccount('EM1', 'capitals', 'Ola.Hansen@Example.NO', 'ola.hansen@example.no'),
  email('EM2', 'missing', undefined, wrong('email', 'required')),
  email('EM2b', 'spaces', '  ', wrong('email', 'required')),
  email('EM3', 'no domain', 'ola@'),
  email('EM4', 'no dot in the domain', 'ola@example'),
  email('EM5', 'a local part of 65', `${'x'.repeat(65)}@example.no`),
  email('EM5b', '255 in all', `ola@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(65)}.no`),
  email('EM5c', 'a label of 64', `ola@${'x'.repeat(64)}.no`),
  email('EM5d', 'a label of 64 in punycode', `ola@${'ø'.repeat(60)}.no`),
  one('EM5e', 'a label of 63', () => signUp({ email: `ola@${'x'.repeat(63)}.no` }), ok({}, 200)),
  email('EM8c', 'a line separator', 'ola\u2028nordmann@example.no'),
  email('EM8d', 'a code point that is no character', 'ola\ufffe@example.no'),
  email('EM6', 'two @', 'ola@nordmann@example.no'),
  one(
    'EM7',
    'a list where a mail is requested again',
    () => auth('send-verification-email', { email: ['a@example.no', 'b@example.no'] }),
    wrong('email', 'invalid'),
  ),
  one(
    'EM7b',
    'two addresses in one text',
    () => auth('send-verification-email', { email: 'a@example.no,b@example.no' }),
    wrong('email', 'invalid'),
  ),
  email('EM8', 'a header', 'ola@example.no\r\nBcc: evil@example.com'),
  email('EM8b', 'a null character', 'ola\u0000@example.no'),
  one(
    'EM9',
    'an international domain',
    () => signUp({ email: 'ola@bærum.example' }),
    ok({ user: { email: 'ola@xn--brum-voa.example' } }, 200),
    async (_, { t }) => {
      const again = await t.call('POST', '/api/auth/sign-up/email', { body: { ...person, email: 'Ola@BÆRUM.example' } })
      expect(again.body.code).toBe('already_registered')
    },
  ),
  email('EM10', 'angle brackets', 'Ola <ola@example.no>'),
  one(
    'EM12',
    'two at once',
    () => signUp({ email: 'samtidig@example.no' }),
    ok({}, 200),
    async (_, { t }) => {
      const twice = ['Par@Example.no', 'par@example.NO'].map((address) =>
        t.call('POST', '/api/auth/sign-up/email', { body: { ...person, email: address } }),
      )
      const statuses = (await Promise.all(twice)).map((answer) => answer.status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422])
      expect(await account(t, 'par@example.no')).toHaveLength(1)
    },
  ),
  email('EM13', 'a dot behind', 'ola@example.no.'),
  sameAccount('EM13b', 'a space behind', 'per.hansen@example.no ', 'PER.hansen@example.no'),
  email('EM14', 'a dot in front', '.ola@example.no'),
  email('EM14b', 'two dots', 'o..la@example.no'),
  email('EM16', 'a number', 7),
  email('EM17', 'a hyphen at the edge of a label', 'ola@-example.no'),
]

const weak = (id: string, about: string, changes: { password: string } & Record<string, unknown>, reasons: string[]) =>
  one(id, about, () => signUp(changes), { ...wrong('password', 'weak_password'), body: { params: { reasons } } })
const pass = (id: string, about: string, text: unknown, expected: Expected) =>
  one(id, about, () => signUp({ password: text }), expected)

/** A password of the sign-up opens the account in any Unicode form. */
const opens = (id: string, about: string, chosen: string, typed: string) => {
  const address = `${randomUUID()}@example.no`
  return one(
    id,
    about,
    () => signUp({ email: address, password: chosen }),
    ok({}, 200),
    async (_, { t }) => {
      await t.db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', address).execute()
      expect(
        (await t.call('POST', '/api/auth/sign-in/email', { body: { email: address, password: typed } })).status,
      ).toBe(200)
      expect(
        (await t.call('POST', '/api/auth/sign-in/email', { body: { email: address, password: `${typed}x` } })).status,
      ).toBe(401)
    },
  )
}

const passwords: Case[] = [
  pass('PW1', 'five characters', 'abcde', wrong('password', 'too_short')),
  pass('PW2', 'five emoji', '🚗🚌🚂🚁⛵', wrong('password', 'too_short')),
  weak('PW3', 'among the first that are tried', { password: '123456' }, ['common', 'pattern']),
  weak('PW3b', 'the product', { password: 'Samtur1' }, ['product']),
  weak('PW3c', 'the own address', { password: 'ola-og-kari@example.no', email: 'ola-og-kari@example.no' }, ['email']),
  weak('PW4', 'the own name', { password: 'Nordmann' }, ['common', 'name']),
  pass('PW5', '129 characters', 'xy'.repeat(64) + 'z', wrong('password', 'too_long')),
  pass('PW6', '128 characters', 'xy'.repeat(64), ok({}, 200)),
  opens('PW7', 'composed, then decomposed', 'pæss-blåbær', 'pæss-blåbær'.normalize('NFD')),
  opens('PW7b', 'decomposed, then composed', 'blåbær-pæss'.normalize('NFD'), 'blåbær-pæss'),
  weak('PW4b', 'a season and a year', { password: 'sommer2025' }, ['common', 'pattern']),
  weak('PW4c', 'a common one in disguise', { password: 'P@ssw0rd!' }, ['common']),
  pass('PW12', 'a NUL', 'blåbær\u0000pæss', wrong('password', 'invalid_characters')),
  pass('PW12b', 'an escape', 'blåbær\u001bpæss', wrong('password', 'invalid_characters')),
  pass('PW13', 'half a surrogate pair', 'blåbær-\ud800', wrong('password', 'invalid_characters')),
  one(
    'PW13b',
    'half a surrogate pair at sign-in',
    () => auth('sign-in/email', { email: 'ola@example.no', password: 'blåbær-\udc00' }),
    wrong('password', 'invalid_characters'),
  ),
  pass('PW8', 'empty', '', wrong('password', 'required')),
  pass('PW8b', 'missing', undefined, wrong('password', 'required')),
  pass('PW9', 'a megabyte', 'x'.repeat(1_000_000), refused(413, 'payload_too_large')),
  one(
    'PW10',
    'a long one at sign-in',
    () => auth('sign-in/email', { email: 'ola@example.no', password: 'x'.repeat(1025) }),
    wrong('password', 'too_long'),
  ),
  opens('PW11', 'six emoji', '🚗🚌🚂🚁⛵🛵', '🚗🚌🚂🚁⛵🛵'),
  opens('PW12', 'outer spaces are part of it', ' våt sopp ', ' våt sopp '),
  pass('PW13', 'a number', 12_345_678, wrong('password', 'invalid')),
  one(
    'PW14',
    'without accepting the terms',
    () => signUp({ terms_accepted: false }),
    wrong('terms_accepted', 'must_accept'),
  ),
  one('PW15', 'a role of one’s own', () => signUp({ role: 'admin' }), wrong('role', 'unknown_field')),
  one('PW16', 'confirmed by oneself', () => signUp({ emailVerified: true }), wrong('emailVerified', 'unknown_field')),
]

const reset = (body: unknown, headers?: Record<string, string>) => auth('request-password-reset', body, headers)
const newPassword = (id: string, about: string, text: unknown, expected: Expected) =>
  one(id, about, () => auth('reset-password', { newPassword: text, token: 'x' }), expected)
const change = (id: string, about: string, body: object, expected: Expected) =>
  one(id, about, ({ passenger }) => ({ ...auth('change-password', body), as: passenger }), expected)
const newEmail = (id: string, about: string, address: unknown, expected = wrong('newEmail', 'invalid')) =>
  one(id, about, ({ passenger }) => ({ ...auth('change-email', { newEmail: address }), as: passenger }), expected)

/** Forgotten passwords, new ones and new addresses. */
const recovery: Case[] = [
  one('EM3r', 'no domain, for a new password', () => reset({ email: 'ola@' }), wrong('email', 'invalid')),
  one('EM2r', 'no address for a new password', () => reset({}), wrong('email', 'required')),
  one(
    'EM7r',
    'a list for a new password',
    () => reset({ email: ['a@example.no', 'b@example.no'] }),
    wrong('email', 'invalid'),
  ),
  one(
    'EM8r',
    'a header for a new password',
    () => reset({ email: 'ola@example.no\r\nBcc: evil@example.com' }),
    wrong('email', 'invalid'),
  ),
  one(
    'EM9r',
    'an international domain for a new password',
    () => reset({ email: 'Kari@BÆRUM.example' }),
    ok({ status: true }, 200),
    async (_, { t }) => {
      const rows = t.db.read.selectFrom('outbox').select('recipient').where('recipient', 'like', 'kari@%')
      expect(await rows.execute()).toContainEqual({ recipient: 'kari@xn--brum-voa.example' })
    },
  ),
  one(
    'EM18',
    'a second field for the recipient',
    () => reset({ email: 'ola@example.no', to: 'evil@example.com' }),
    wrong('to', 'unknown_field'),
  ),
  one(
    'HD1',
    'another host',
    () => reset({ email: 'ola@example.no' }, { 'x-forwarded-host': 'evil.example' }),
    ok({ status: true }, 200),
    async (_, { t }) => {
      const waiting = await t.db.read.selectFrom('outbox').selectAll().execute()
      expect(JSON.stringify(waiting)).not.toContain('evil.example')
    },
  ),
  newPassword('PW1r', 'five characters', 'abcde', wrong('newPassword', 'too_short')),
  newPassword('PW5r', '129 characters', 'xy'.repeat(64) + 'z', wrong('newPassword', 'too_long')),
  newPassword('PW8r', 'empty', '', wrong('newPassword', 'required')),
  newPassword('PW8s', 'missing', undefined, wrong('newPassword', 'required')),
  newPassword('PW9r', 'a megabyte', 'x'.repeat(1_000_000), refused(413, 'payload_too_large')),
  newPassword('PW13r', 'a number', 12_345_678, wrong('newPassword', 'invalid')),
  one(
    'PW17',
    'a token of a thousand letters',
    () => auth('reset-password', { newPassword: 'fjordtur-2027', token: 'x'.repeat(1000) }),
    wrong('token', 'too_long'),
  ),
  one(
    'PW18',
    'a token that is a list',
    () => auth('reset-password', { newPassword: 'fjordtur-2027', token: ['x'] }),
    wrong('token', 'invalid'),
  ),
  change('PW1c', 'five characters', { currentPassword: 'x', newPassword: 'abcde' }, wrong('newPassword', 'too_short')),
  change('PW8c', 'without the current one', { newPassword: 'fjordtur-2027' }, wrong('currentPassword', 'required')),
  change(
    'PW10c',
    'a long current one',
    { currentPassword: 'x'.repeat(1025), newPassword: 'fjordtur-2027' },
    wrong('currentPassword', 'too_long'),
  ),
  change(
    'PW15c',
    'for another person',
    { currentPassword: 'x', newPassword: 'fjordtur-2027', user_id: randomUUID() },
    wrong('user_id', 'unknown_field'),
  ),
  one(
    'PW3d',
    'the own name',
    ({ driver }) => ({
      ...auth('change-password', { currentPassword: 'x', newPassword: driver.name.toLowerCase() }),
      as: driver,
    }),
    { ...wrong('newPassword', 'weak_password'), body: { params: { reasons: ['name'] } } },
  ),
  newEmail('EM2c', 'no new address', '  ', wrong('newEmail', 'required')),
  newEmail('EM6c', 'two @', 'ola@nordmann@example.no'),
  newEmail('EM8c', 'a header', 'ola@example.no\r\nBcc: evil@example.com'),
  newEmail('EM16c', 'a list', ['a@example.no', 'b@example.no']),
]

export const accountCases: Case[] = [...emails, ...passwords, ...recovery]

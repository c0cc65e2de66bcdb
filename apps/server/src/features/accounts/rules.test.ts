import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { between } from '../../../test/each-row.ts'
import {
  asciiAddress,
  hashMailedCode,
  hashSessionCode,
  hashToken,
  isReservedName,
  linkToken,
  mailboxOf,
  maskAddress,
  newAdminCode,
  newCode,
  newToken,
  opensByCode,
  passwordMark,
  plainAdminCode,
} from './rules.ts'

const services = [{ name: 'Min pålogging' }, { name: 'Nordisk ID' }, { name: '…' }]

test('names of the product, its staff and the services are refused, however they are written', () => {
  const names =
    between(`Admin | ADMIN |  admin  | A d m i n | ad-min | Administrator | Moderator | Støtte | stotte | Support | Kundeservice | System |
  Samtur | SAMTUR | Samtur Support | Samtur-admin | Ádmin | ａｄｍｉｎ | Аdmin | αdmin | аdmіn | ADM1N | 4dmin | Sаmtur | S@mtur |
  Sámtur | 5amtur | root | r00t | Samtur\u00a0Support | S\u00e5mtur | Ad\u00admin | Ad\u200emin | Admin\u2800 | Samtur Norge |
  Team Sаmtur | Kari (Samtur) | Røøt | Team S@mtur | SamturSupport | Vipps | Vipps Support | VippsSupport | SupportVipps |
  Vi pps Support | Bank ID Support | Kundeservice Mit ID | V i p p s | V1pps kundeservice | V!pps | Vіpps | Ѵipps |
  vipps-kontroll | Team MitID | MitlD | Mit1D Danmark | Kari (BankID) | BankID på mobil | ΒankID | 8ankID | ВankΙD | B@nkID |
  NemID | MinID | ID-porten | IDporten | Freja eID | Min pålogging | Kari fra Min Pålogging | Minpålogging | Nordisk lD`)
  expect(names.filter((name) => !isReservedName(name, services))).toEqual([])
})

test('names of people that resemble those are fine', () => {
  const names =
    between(`Kari Nordmann | Ola | Freja Hansen | Freja Eid | Id Berg | Vippsen Hansen | Ban Kid Lee | Min Hansen | Mit Ida Berg |
  Bank Hansen | Nordisk Hansen | !!! | Adminsen | Rut Rootsi | Søren Stötte-Hansen | Sam Tur Hansen | Systa | Ad Min Lee | Anna |
  Ida | Осло | محمد | 李 | Åse | O’Connor | Samturid | …`)
  expect(names.filter((name) => isReservedName(name, services))).toEqual([])
})

test.each([
  ['Cyrillic', 'mod\u0435rator r\u043eot su\u0440port kundeservi\u0441e s\u0443stem adm\u0456n \u0455ystem ad\u043cin'],
  ['Cyrillic', 'roo\u0442 \u043aundeservice admi\u043f a\u0501min \u0430dmin'],
  [
    'Greek',
    'mod\u03b5rator r\u03bfot su\u03c1port roo\u03c4 s\u03c5pport adm\u03b9n \u03baundeservice kundeser\u03bdice',
  ],
  ['Greek', 'ad\u03bcin \u03b1dmin'],
  ['Latin and other', 'mod3rator $ystem adm!n admln adm\u0131n'],
])('%s letters that look like those of a reserved word do not hide it: %s', (_, names) => {
  expect(names.split(' ').filter((name) => !isReservedName(name, services))).toEqual([])
})

test('a link has a new token of 256 bits each time', () => {
  const [one, other] = [newToken(), newToken()]
  expect(one).not.toBe(other)
  expect(one).toMatch(/^[\w-]{43}$/)
})

// What is stored may not change between versions, or links and codes that are on their way would no longer work.
test('tokens, codes and marks are stored as hashes', () => {
  expect(hashToken('token')).toBe(createHash('sha256').update('token').digest('base64url'))
  expect(linkToken('id', 'secret')).toBe(createHmac('sha256', 'secret').update('request id').digest('base64url'))
  expect(passwordMark('hash')).toBe(createHash('sha256').update('hash').digest('hex'))
  expect(hashSessionCode('12345678', 'id', 'secret')).toBe(
    createHmac('sha256', 'secret').update('reauthenticate id:12345678').digest('base64url'),
  )
  const bound = { purpose: 'reset', userId: 'id', network: 'mark' }
  expect(hashMailedCode('12345678', bound, 'secret')).toBe(
    createHmac('sha256', 'secret').update('reset id mark:12345678').digest('base64url'),
  )
})

test('an administrator’s code has four groups without characters that look alike, and is accepted as people type it', () => {
  const codes = Array.from({ length: 50 }, newAdminCode)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/)
  expect(new Set(codes).size).toBe(50)
  expect(plainAdminCode(' ABCD-efgh 2345\t-6789')).toBe('abcdefgh23456789')
})

test('a mailed code has eight digits, zeros in front too', () => {
  const codes = Array.from({ length: 200 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{8}$/)
  expect(new Set(codes).size).toBeGreaterThan(150)
})

test.each([
  ['user', 'ola@example.no', true, true],
  ['user', 'ola@example.no', false, false],
  ['admin', 'ola@example.no', true, false],
  ['user', 'styrer@example.no', true, false],
])('a code opens the account of a %s with %s, where that is switched on (%s): %s', (role, email, on, opens) => {
  expect(opensByCode({ role, email }, { emailCodeSignIn: on, adminEmail: 'styrer@example.no' })).toBe(opens)
})

test.each([
  ['ola@example.no', 'o…@example.no'],
  ['🦊rev@example.no', '🦊…@example.no'],
  ['"a@b"@example.no', '"…@example.no'],
])('%s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})

test.each([
  ['ola@example.no', 'ola@example.no'],
  ['ola+tur@example.no', 'ola@example.no'],
  ['ola+tur+to@example.no', 'ola@example.no'],
  ['+tur@example.no', '+tur@example.no'],
  ['"a@b"+x@example.no', '"a@b"@example.no'],
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

test.each([
  ['ola@example.no', 'ola@example.no'],
  ['ola@blåbær.no', 'ola@xn--blbr-roah.no'],
  ['"a@b"@example.no', '"a@b"@example.no'],
  [`ola@${'a'.repeat(63)}.no`, `ola@${'a'.repeat(63)}.no`],
  [`ola@${'a'.repeat(64)}.no`, undefined],
  [`ola@example.${'a'.repeat(64)}`, undefined],
  ['ola@exa mple.no', undefined],
])('mail servers write %s as %s', (address, expected) => {
  expect(asciiAddress(address)).toBe(expected)
})

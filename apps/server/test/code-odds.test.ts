/** The odds of guessing a code, worked out from the limits in the code, and compared with the table in docs/security.md. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mailedCode } from '@samtur/contract/constants'
import { adminCodeTries } from '../src/features/accounts/routes.ts'
import { adminCode } from '../src/features/accounts/rules.ts'
import { codeLimits } from '../src/features/accounts/service-codes.ts'
import { appCode, recoveryCodes } from '../src/features/accounts/rules-ways.ts'
import { codeMails } from '../src/features/accounts/service-emailcodes.ts'
import { guesses, guessesAgainOfDay, guessesOfDay } from '../src/features/accounts/service-factor.ts'
import { codeTries } from '../src/features/accounts/store-ways.ts'
import { CODES } from '../src/features/travel/rules.ts'
import { codesOfTrip } from '../src/features/travel/service.ts'
import type { Limit } from '../src/platform/http/rate-limit.ts'

const DAY = 86_400
const aDay = ({ max, per }: Limit) => (per > DAY ? max : (max * DAY) / per)
const mailedCodes = 10 ** mailedCode.digits
const appCodes = 10 ** appCode.digits
/** Those of neighbouring half minutes are accepted, too. */
const appCodesLive = 1 + 2 * appCode.off

interface Door {
  name: string
  tries: number
  live: number
  among: number
}

const doors: Door[] = [
  {
    name: 'mailed code on our pages, from all unknown devices together; as many again from each known one',
    tries: aDay(codeMails.day) * codeTries,
    live: 1,
    among: mailedCodes,
  },
  {
    name: 'mailed code of a program, from all networks together (`recover`, `otp`, `signup`, `resend`, change of address)',
    tries: aDay(codeLimits.account),
    live: 1,
    among: mailedCodes,
  },
  {
    name: 'mailed code in place of the password, in a session of the account',
    tries: aDay(codeLimits.session),
    live: 1,
    among: mailedCodes,
  },
  {
    name: 'code of the app, after the password, from all unknown devices together; as many again from each known one',
    tries: aDay(guessesOfDay),
    live: appCodesLive,
    among: appCodes,
  },
  {
    name: 'code of the app, in one session that has shown it',
    tries: aDay(guessesAgainOfDay),
    live: appCodesLive,
    among: appCodes,
  },
  {
    name: 'recovery code, after the password, from all unknown devices together; as many again from each known one',
    tries: aDay(guesses),
    live: recoveryCodes.count,
    among: recoveryCodes.letters.length ** recoveryCodes.length,
  },
  {
    name: 'one-time code for the administrator’s role, in the account with `ADMIN_EMAIL`',
    tries: aDay(adminCodeTries),
    live: 1,
    among: adminCode.letters.length ** adminCode.length,
  },
  {
    name: 'meeting code, for one side of a reservation in three days; opens no account',
    tries: aDay(codesOfTrip),
    live: 1,
    among: CODES,
  },
]

const written = (count: number) =>
  count < 1e9 ? count.toLocaleString('en') : count.toExponential(0).replace(/e\+(\d+)/, ' × 10^$1')
/** To two digits. */
const oneIn = ({ tries, live, among }: Door) => written(Number((among / (tries * live)).toPrecision(2)))
const rowOf = (door: Door) =>
  `| ${door.name} | ${written(door.tries)} | ${door.live} of ${written(door.among)} | 1 in ${oneIn(door)} |`

test('the table of odds in docs/security.md is that of the limits', () => {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  const section = /\n### The odds of guessing a code\n([^#]*)/.exec(text)?.[1] ?? ''
  const rows = section.split('\n').filter((line) => /^\| (?!what|-)/.test(line))
  expect(rows).toEqual(doors.map(rowOf))
})

test('nobody without a session or the password opens an account by a code with more than one chance in 500,000 a day', () => {
  const fromOutside = doors.slice(0, 2)
  expect(fromOutside.filter(({ tries, live, among }) => (tries * live) / among > 1 / 500_000)).toEqual([])
})

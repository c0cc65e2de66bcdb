import { expect, test } from 'vitest'
import { type Account, deleteRefusal, suspendRefusal } from './rules.ts'

const at = new Date('2027-05-01T08:00:00Z')
const user: Account = { role: 'user', suspended_at: null, purge_at: null }

test.each<[string, Partial<Account>, [string | undefined, string | undefined]]>([
  ['a user', {}, [undefined, undefined]],
  ['an administrator', { role: 'admin' }, ['protected_account', 'protected_account']],
  ['a suspended user', { suspended_at: at }, ['already_suspended', undefined]],
  ['a user who is leaving', { purge_at: at }, [undefined, 'already_closing']],
  ['a suspended user who is leaving', { suspended_at: at, purge_at: at }, ['already_suspended', 'already_closing']],
  [
    'a suspended administrator who is leaving',
    { role: 'admin', suspended_at: at, purge_at: at },
    ['protected_account', 'protected_account'],
  ],
])('an administrator suspends and deletes %s', (_, changes, expected) => {
  const account = { ...user, ...changes }
  expect([suspendRefusal(account), deleteRefusal(account)]).toEqual(expected)
})

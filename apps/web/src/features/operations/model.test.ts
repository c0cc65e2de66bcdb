import { expect, test } from 'vitest'
import { jobNames, type OperationsState } from '@samtur/contract/operations'
import { bytesText, conditionsOf, durationText, jobReason, jobTextName, mailReason, versionsDiffer } from './model.ts'
import { state } from '../../../test/operations.ts'

test('a running product has no section that needs attention', () => {
  expect(new Set(Object.values(conditionsOf(state())))).toEqual(new Set(['fine']))
})

const changes: [string, Partial<OperationsState>, keyof ReturnType<typeof conditionsOf>, string][] = [
  ['mails that were given up', { failed_mails: 1 }, 'mails', 'slow'],
  ['a silent process', { processes: [{ ...state().processes[0]!, state: 'silent' }] }, 'processes', 'broken'],
  ['a process that is gone', { processes: [{ ...state().processes[0]!, state: 'gone' }] }, 'processes', 'fine'],
  [
    'a full disk',
    { storage: { ...state().storage, disks: [{ ...state().storage.disks[0]!, condition: 'broken' }] } },
    'storage',
    'broken',
  ],
  ['work that fails', { jobs: [...state().jobs, { ...state().jobs[0]!, condition: 'slow' }] }, 'jobs', 'slow'],
  ['no backups', { backup: { ...state().backup, state: 'off', condition: 'slow' } }, 'backup', 'slow'],
]
test.each(changes)('%s shows at its section alone', (_, change, section, condition) => {
  const conditions = conditionsOf(state(change))
  expect(conditions[section]).toBe(condition)
  expect(Object.entries(conditions).filter(([name, one]) => name !== section && one !== 'fine')).toEqual([])
})

test('two versions differ among the processes that run, and not from those that are gone', () => {
  const [one] = state().processes
  const older = { ...one!, id: 'other', version: '0.0.9' }
  expect(versionsDiffer(state({ processes: [one!, older] }))).toBe(true)
  expect(versionsDiffer(state({ processes: [one!, { ...older, state: 'gone' }] }))).toBe(false)
})

test('every job of the contract has a name for its text, and work of another version none', () => {
  expect(jobNames.map(jobTextName)).toContain('chat_live')
  expect(jobTextName('later.work')).toBeUndefined()
})

test.each([
  ['ENOSPC', 'full'],
  ['EACCES', 'rights'],
  ['ECONNREFUSED', 'away'],
  ['57P01', 'database'],
  ['TypeError', 'other'],
])('the failure %s of background work is shown as %s', (code, reason) => {
  expect(jobReason(code)).toBe(reason)
})

test.each([
  ['421', 'later'],
  ['450', 'later'],
  ['550', 'address'],
  ['552', 'full'],
  ['452', 'full'],
  ['554', 'refused'],
  ['535', 'sign_in'],
  ['EAUTH', 'sign_in'],
  ['ECONNREFUSED', 'away'],
  ['NO_SMTP_URL', 'unset'],
  ['EXPIRED', 'late'],
  ['TypeError', 'fault'],
])('the reason %s of a mail is shown as %s', (code, reason) => {
  expect(mailReason(code)).toBe(reason)
})

test.each([
  [0.04, '0,04 sekunder'],
  [0, '0,001 sekunder'],
  [0.25, '0,3 sekunder'],
  [2.34, '2,3 sekunder'],
  [59, '59 sekunder'],
  [60, '1 minutt'],
  [7_199, '1 time'],
  [200_000, '2 døgn'],
])('%s seconds are shown as %s', (seconds, text) => {
  expect(durationText('no', seconds)).toBe(text)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [12_345, '12 kB'],
  [1_234_567, '1,2 MB'],
  [56_000_000_000, '56 GB'],
  [9e15, '9 000 TB'],
])('%s bytes are shown as %s', (bytes, text) => {
  expect(bytesText('no', bytes).replace(/\s/g, ' ')).toBe(text)
})

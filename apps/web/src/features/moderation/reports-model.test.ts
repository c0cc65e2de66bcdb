import { describe, expect, test } from 'vitest'
import { userStates } from '@samtur/contract/moderation'
import { reportStatuses } from '@samtur/contract/reports'
import { canDecide, canMessage, actionFor, readReportsAddress, reporterName, senderOf } from './reports-model.ts'

const read = (query: string) => readReportsAddress(new URLSearchParams(query))

test('the address has the filters of the reports, without impossible values', () => {
  expect(read('')).toEqual({ status: '', report: null })
  expect(read('status=dismissed&report=x')).toEqual({ status: 'dismissed', report: 'x' })
  expect(read('status=gone')).toEqual({ status: '', report: null })
})

describe('the state decides which actions are possible', () => {
  test('of the report', () => {
    const reporter = { id: 'a', full_name: 'Kari', profile_picture: null }
    expect(reportStatuses.map((status) => [canDecide({ status }), canMessage({ status, reporter })])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ])
    expect(canMessage({ status: 'pending', reporter: { ...reporter, full_name: '' } })).toBe(false)
    expect(canMessage({ status: 'pending', reporter: null })).toBe(false)
  })

  test('of the account', () => {
    expect(userStates.map(actionFor)).toEqual(['suspend', 'suspend', 'lift', undefined])
  })
})

test('a report without a reporter is the product’s', () => {
  expect(reporterName({ reporter: null })).toBe('Samtur')
})

test('each message belongs to one of the two', () => {
  const person = (id: string) => ({ id, full_name: id, profile_picture: null })
  const people = { reporter: person('a'), reported: person('b') }
  expect([senderOf(people, 'a').id, senderOf(people, 'b').id]).toEqual(['a', 'b'])
})

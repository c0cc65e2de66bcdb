import { describe, expect, test } from 'vitest'
import type { RequestSummary, SupportDay } from '@samtur/contract/support'
import { supportStatuses } from '@samtur/contract/support'
import {
  canResolve,
  canStart,
  chartOf,
  filtersOf,
  median,
  readRequestsAddress,
  stepIn,
  withRequest,
} from './admin-model.ts'

const read = (query: string) => readRequestsAddress(new URLSearchParams(query))

describe('the address', () => {
  test('has the filters, without impossible values', () => {
    expect(read('')).toEqual({ q: '', status: '', type: '', request: null })
    expect(read('q=+kari+&status=in_progress&type=admin_message&request=x')).toEqual({
      q: 'kari',
      status: 'in_progress',
      type: 'admin_message',
      request: 'x',
    })
    expect(read('status=all&type=billing')).toMatchObject({ status: '', type: '' })
  })

  test('becomes the query of the server: only set filters, cut to the maximum length', () => {
    expect(filtersOf(read('status=pending'))).toEqual({ status: 'pending' })
    expect(filtersOf(read(`q=${'👍'.repeat(300)}`))).toEqual({ q: '👍'.repeat(200) })
  })
})

test('the state decides which actions are possible', () => {
  const table = supportStatuses.map((status) => [canStart({ status }), canResolve({ status })])
  expect(table).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
})

test('steps stay within the list, and start at its ends', () => {
  expect([stepIn(3, -1, 1), stepIn(3, -1, -1), stepIn(3, 0, 1), stepIn(3, 2, 1), stepIn(3, 0, -1)]).toEqual([
    0, 2, 1, 2, 0,
  ])
  expect(stepIn(0, -1, 1)).toBe(-1)
})

test('a changed request is replaced in every list', () => {
  const request = (id: string, status: RequestSummary['status']): RequestSummary => ({
    id,
    request_type: 'general',
    subject: id,
    status,
    origin: 'form',
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    name: 'Kari',
    email: 'kari@example.no',
    user: null,
    waiting: false,
  })
  const data = {
    pages: [{ items: [request('a', 'pending'), request('b', 'pending')] }, { items: [request('c', 'pending')] }],
  }
  const changed = withRequest(data, request('b', 'resolved'))
  expect(changed.pages.flatMap(({ items }) => items.map(({ status }) => status))).toEqual([
    'pending',
    'resolved',
    'pending',
  ])
  expect(data.pages[0]?.items[1]?.status).toBe('pending')
})

describe('the charts', () => {
  const day = (number: number, requests: number, answer_minutes: number | null): SupportDay => ({
    day: `2026-11-${number}`,
    requests,
    answered: 0,
    answer_minutes,
  })

  test('are as high as the highest day; days without a figure have no bar', () => {
    const days = [day(20, 4, null), day(21, 0, 30), day(22, 2, 90)]
    expect(chartOf(days, ({ requests }) => requests)).toEqual({
      top: 4,
      bars: [
        { day: '2026-11-20', height: 1 },
        { day: '2026-11-21', height: 0 },
        { day: '2026-11-22', height: 0.5 },
      ],
    })
    expect(chartOf(days, ({ answer_minutes }) => answer_minutes).bars.map(({ height }) => height)).toEqual([
      null,
      1 / 3,
      1,
    ])
    expect(chartOf([], () => 1)).toEqual({ top: 1, bars: [] })
  })

  test('the median is the middle value', () => {
    expect([median([]), median([7]), median([9, 1, 5]), median([1, 2, 3, 10])]).toEqual([null, 7, 5, 2.5])
  })
})

import { expect, test } from 'vitest'
import type { DataExport } from '@samtur/contract/privacy'
import { exportState, sizeOf } from './model.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const file: DataExport = {
  status: 'ready',
  progress: 1,
  url: '/files/exports/x',
  locked: false,
  expires_at: '2026-11-22T12:00:00Z',
  bytes: 1,
}

test.each([
  [null, 'none'],
  [file, 'ready'],
  [{ ...file, url: null }, 'used'],
  [{ ...file, url: null, locked: true }, 'locked'],
  [{ ...file, expires_at: '2026-11-21T12:00:00Z' }, 'none'],
  [{ ...file, status: 'building' as const, url: null }, 'building'],
  [{ ...file, status: 'failed' as const, url: null }, 'failed'],
])('%j', (given, state) => {
  expect(exportState(given, now)).toBe(state)
})

test.each([
  [1, { size: 1, unit: 'kB' }],
  [48_400, { size: 48, unit: 'kB' }],
  [2_340_000, { size: 2.3, unit: 'MB' }],
])('%i bytes', (bytes, text) => {
  expect(sizeOf(bytes)).toEqual(text)
})

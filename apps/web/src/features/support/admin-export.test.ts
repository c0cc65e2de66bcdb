import { expect, test, vi } from 'vitest'
import type { ExportedRequest } from '@samtur/contract/support'
import { translate } from '#lib/i18n'
import { fakeServer, page } from '../../../test/server.ts'
import { startingWith, text } from '../../../test/text.ts'
import { exportColumns, exportName, fetchExport } from './admin-export.tsx'

const server = fakeServer({ answers: { 'support.startExport': () => ({ export_id: '7', total: 3 }) } })

const row = (changes: Partial<ExportedRequest> = {}): ExportedRequest => ({
  id: '018f0000-0000-7000-8000-000000000001',
  request_type: 'safety',
  subject: 'Hei',
  status: 'in_progress',
  origin: 'chat',
  created_at: '2026-07-01T22:30:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  name: 'Åse',
  email: 'ase@example.no',
  user_id: null,
  description: 'To\nlinjer',
  admin_reply: null,
  admin_notes: '=SUM(A1)',
  reviewed_at: null,
  reviewed_by: null,
  ...changes,
})

const input = (signal = new AbortController().signal) => ({
  filters: { status: 'pending' as const },
  columns: exportColumns(translate()),
  signal,
  onProgress: vi.fn(),
})

test('every page is loaded, reported, and written in the language of the page and the time of Oslo', async () => {
  server.answers['support.exportRows'] = ({ query }) =>
    query['cursor'] === 'on' ? page([row({ user_id: 'u' })]) : page([row(), row({ subject: '+47' })], 'on')
  const own = input()
  const lines = (await fetchExport(own)).join('').split('\r\n')
  expect(server.sentTo('support.startExport').map(({ body }) => body)).toEqual([{ status: 'pending' }])
  expect(server.sentTo('support.exportRows').map(({ query }) => query)).toEqual([
    { export_id: '7' },
    { export_id: '7', cursor: 'on' },
  ])
  expect(own.onProgress.mock.calls.map(([done]) => (done as { rows: number }).rows)).toEqual([0, 2, 3])
  expect(lines).toHaveLength(5)
  const header = ['column_id', 'created', 'changed'] as const
  const titles = [
    ...header.map((id) => text(`admin_support.${id}`)),
    text('admin.state'),
    text('admin_support.type_label'),
    text('admin_support.origin_label'),
    text('admin_support.column_name'),
  ]
  expect(lines[0]).toMatch(startingWith(`\ufeff"${titles.join('","')}",`))
  const kinds = [
    text('admin_support.status.in_progress'),
    text('admin_support.type.safety'),
    text('admin_support.origin.chat'),
  ]
  expect(lines[1]).toContain(`"2026-07-02 00:30","2026-11-20 11:00","${kinds.join('","')}","Åse"`)
  expect(lines[1]).toContain('"To\nlinjer"')
  expect(lines[1]).toContain(`"'=SUM(A1)"`)
  expect(lines[2]).toContain(`"'+47"`)
})

test('a stopped export loads nothing more', async () => {
  const stop = new AbortController()
  server.answers['support.exportRows'] = () => {
    stop.abort()
    // The abort ends the request, which has no response.
    return new Promise(() => {})
  }
  await expect(fetchExport(input(stop.signal))).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.sentTo('support.exportRows')).toHaveLength(1)
})

test('the name of the file has the day in Oslo', () => {
  expect(exportName(new Date('2026-11-22T23:30:00Z'))).toBe('support-requests-2026-11-23.csv')
})

import { beforeEach, expect, test, vi } from 'vitest'
import type { ExportedRequest } from '@samtur/contract/support'
import { needCatalogues, setLanguage, translate } from '#lib/i18n'
import { exportColumns, exportName, fetchExport } from './admin-export.tsx'

const support = vi.hoisted(() => ({ startExport: vi.fn(), exportRows: vi.fn() }))
vi.mock('#lib/api', async (original) => ({ ...(await original<object>()), api: { support } }))
vi.mock('#lib/session', () => ({ useSession: () => ({ me: null }), onSessionEvent: () => () => {} }))
vi.mock('#lib/live', () => ({
  live: { subscribe: () => () => {} },
  useLiveState: () => 'joined',
  useCatchUp: () => {},
}))

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

beforeEach(async () => {
  support.startExport.mockReset().mockResolvedValue({ export_id: '7', total: 3 })
  support.exportRows.mockReset()
  await needCatalogues(['core', 'admin', 'admin_support'])
  await setLanguage('no')
})

const input = (signal = new AbortController().signal) => ({
  filters: { status: 'pending' as const },
  columns: exportColumns(translate()),
  signal,
  onProgress: vi.fn(),
})

test('every page is loaded, reported, and written in the language of the page and the time of Oslo', async () => {
  support.exportRows
    .mockResolvedValueOnce({ items: [row(), row({ subject: '+47' })], next_cursor: 'on' })
    .mockResolvedValueOnce({ items: [row({ user_id: 'u' })], next_cursor: null })
  const own = input()
  const lines = (await fetchExport(own)).join('').split('\r\n')
  expect(support.startExport.mock.calls[0]?.[0]).toEqual({ body: { status: 'pending' } })
  expect(support.exportRows.mock.calls.map(([input]) => (input as { query: object }).query)).toEqual([
    { export_id: '7', cursor: undefined },
    { export_id: '7', cursor: 'on' },
  ])
  expect(own.onProgress.mock.calls.map(([done]) => (done as { rows: number }).rows)).toEqual([0, 2, 3])
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(/^\ufeff"ID","Opprettet","Sist endret","Status","Type","Kommer fra","Navn",/)
  expect(lines[1]).toContain('"2026-07-02 00:30","2026-11-20 11:00","Under behandling","Trygghet","Chat","Åse"')
  expect(lines[1]).toContain('"To\nlinjer"')
  expect(lines[1]).toContain(`"'=SUM(A1)"`)
  expect(lines[2]).toContain(`"'+47"`)
})

test('a stopped export loads nothing more', async () => {
  const stop = new AbortController()
  support.exportRows.mockImplementation(async (_: unknown, { signal }: { signal: AbortSignal }) => {
    stop.abort()
    signal.throwIfAborted()
  })
  await expect(fetchExport(input(stop.signal))).rejects.toMatchObject({ name: 'AbortError' })
  expect(support.exportRows).toHaveBeenCalledTimes(1)
})

test('the name of the file has the day in Oslo', () => {
  expect(exportName(new Date('2026-11-22T23:30:00Z'))).toBe('support-requests-2026-11-23.csv')
})

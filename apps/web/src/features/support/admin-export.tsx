import { useRef, useState } from 'react'
import { TIME_ZONE } from '@samtur/contract/constants'
import type { ExportedRequest, RequestFilters } from '@samtur/contract/support'
import type { Translate } from '@samtur/i18n/translate'
import { api } from '#lib/api'
import { csvLine, csvStart } from '@samtur/contract/csv'
import { useFormat } from '#lib/format'
import { reasonBeside } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { saveCsv } from '#lib/save-csv'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Progress } from '#ui/progress'
import { useClearToast, useToast } from '#ui/toast'
import { statusText, typeText } from './admin-states.tsx'

const key = 'admin-export'

/** Oslo's time in a form that every spreadsheet program reads: 2026-11-27 08:25. */
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })
const timeOf = (iso: string | null) => (iso === null ? '' : clock.format(new Date(iso)))
export const exportName = (now: Date) => `support-requests-${clock.format(now).slice(0, 10)}.csv`

type Column = [name: string, cell: (request: ExportedRequest) => string]

/** Returns the columns of the file, in the page's language. */
export const exportColumns = (t: Translate): Column[] => [
  [t('admin_support.column_id'), ({ id }) => id],
  [t('admin_support.created'), ({ created_at }) => timeOf(created_at)],
  [t('admin_support.changed'), ({ updated_at }) => timeOf(updated_at)],
  [t('admin.state'), ({ status }) => statusText(t, status)],
  [t('admin_support.type_label'), ({ request_type }) => typeText(t, request_type)],
  // i18n-dynamic: admin_support.origin.*
  [t('admin_support.origin_label'), ({ origin }) => t(`admin_support.origin.${origin}`)],
  [t('admin_support.column_name'), ({ name }) => name],
  [t('admin_support.column_email'), ({ email }) => email],
  [t('admin_support.column_user'), ({ user_id }) => user_id ?? ''],
  [t('admin_support.column_subject'), ({ subject }) => subject],
  [t('admin_support.description'), ({ description }) => description],
  [t('admin_support.column_reply'), ({ admin_reply }) => admin_reply ?? ''],
  [t('admin_support.notes'), ({ admin_notes }) => admin_notes ?? ''],
  [t('admin_support.reviewed'), ({ reviewed_at }) => timeOf(reviewed_at)],
  [t('admin_support.column_reviewer'), ({ reviewed_by }) => reviewed_by ?? ''],
]

interface Done {
  rows: number
  total: number
}

interface ExportInput {
  filters: RequestFilters
  columns: readonly Column[]
  signal: AbortSignal
  onProgress: (done: Done) => void
}

/** Loads the filtered requests page by page; returns the parts of the file. */
export async function fetchExport({ filters, columns, signal, onProgress }: ExportInput): Promise<string[]> {
  const { export_id, total } = await api.support.startExport({ body: filters }, { signal })
  const parts = [csvStart, csvLine(columns.map(([name]) => name))]
  let cursor: string | undefined
  let rows = 0
  onProgress({ rows, total })
  do {
    const page = await api.support.exportRows({ query: { export_id, cursor } }, { signal })
    parts.push(page.items.map((request) => csvLine(columns.map(([, cell]) => cell(request)))).join(''))
    rows += page.items.length
    onProgress({ rows, total })
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return parts
}

/** Exports the filtered list for spreadsheet programs; shows its progress, and can be stopped. */
export function ExportButton({ filters }: { filters: RequestFilters }) {
  const t = useT()
  const format = useFormat()
  const { start, stop, done } = useExport(filters)
  const text =
    done && t('admin_support.export_rows', { rows: format.number(done.rows), total: format.number(done.total) })
  return (
    <>
      <Button icon="download" onClick={() => void start()}>
        {t('admin_support.export')}
      </Button>
      <Dialog
        open={done !== undefined}
        onClose={stop}
        dirty
        size="sm"
        title={t('admin_support.exporting')}
        closeLabel={t('core.cancel')}
        footer={
          <Button variant="quiet" onClick={stop}>
            {t('core.cancel')}
          </Button>
        }
      >
        {done && (
          <Progress
            label={t('admin_support.export_progress')}
            value={done.total === 0 ? 1 : Math.min(1, done.rows / done.total)}
            text={text ?? ''}
          />
        )}
      </Dialog>
    </>
  )
}

function useExport(filters: RequestFilters) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const [done, setDone] = useState<Done>()
  const running = useRef<AbortController>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
    setDone(undefined)
  }
  const start = async () => {
    stop()
    const own = new AbortController()
    running.current = own
    setDone({ rows: 0, total: 0 })
    clearToast(key)
    try {
      const input = { filters, columns: exportColumns(t), signal: own.signal }
      const parts = await fetchExport({ ...input, onProgress: (now) => own.signal.aborted || setDone(now) })
      if (own.signal.aborted) return
      saveCsv(parts, exportName(new Date()))
      toast({ tone: 'success', title: t('admin_support.exported'), key })
      stop()
    } catch (error) {
      if (own.signal.aborted) return
      stop()
      const reason = { text: t('admin_support.export_failed'), detail: reasonBeside(t, error) }
      toast({ tone: 'error', title: t('core.error_title'), ...reason, key })
    }
  }
  return { start, stop, done }
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { reportStatuses } from '@samtur/contract/reports'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Field } from '#ui/field'
import { Page, PageHeader } from '#ui/page'
import { Select } from '#ui/text-input'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { useChanged } from '#lib/live-changes'
import { changedAddress } from '#lib/changed-address'
import { LongList } from '#ui/long-list'
import { AdminNav } from './admin-nav.tsx'
import { LoadFailure } from './admin-states.tsx'
import { refreshReports, reportsQuery } from './queries.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ReportRow } from './report-row.tsx'
import { readReportsAddress } from './reports-model.ts'
import { statusText } from './report-states.tsx'

/** The reports. */
export function ReportsScreen() {
  const t = useT()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { status, report } = readReportsAddress(params)
  const query = useInfiniteQuery(reportsQuery(status))
  useChanged('reports', () => refreshReports(client))
  const go = (changes: Record<string, string>, replace = false) =>
    setParams(changedAddress(params, changes), { replace })
  const pending = query.data?.pages[0]?.pending
  return (
    <Page>
      <AdminNav />
      <PageHeader title={t('admin_reports.title')} />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p role="status" className="min-h-7 font-semibold">
          {pending !== undefined && t('admin_reports.pending_count', { count: pending })}
        </p>
        <Field label={t('admin.state')} className="w-56">
          <Select name="status" value={status} onChange={(event) => go({ status: event.target.value }, true)}>
            <option value="">{t('admin.state_all')}</option>
            {reportStatuses.map((each) => (
              <option key={each} value={each}>
                {statusText(t, each)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ReportList query={query} filtered={status !== ''} onShow={(id) => go({ report: id })} />
      <ReportDialog id={report} onShow={(id) => go({ report: id }, true)} onClose={() => go({ report: '' }, true)} />
    </Page>
  )
}

interface ReportListProps {
  query: ReturnType<typeof useReports>
  filtered: boolean
  onShow: (id: string) => void
}

const useReports = () => useInfiniteQuery(reportsQuery(''))

function ReportList({ query, filtered, onShow }: ReportListProps) {
  const t = useT()
  const reports = query.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      {query.isError && <LoadFailure query={query} what={t('admin_reports.load_failed')} />}
      {!reports && query.isPending && (
        <Card padding="none" className="h-150 overflow-hidden">
          <RowsSkeleton label={t('core.loading')} />
        </Card>
      )}
      {reports?.length === 0 && !query.isError && (
        <EmptyState
          title={filtered ? t('admin_reports.none_found') : t('admin_reports.empty_title')}
          text={filtered ? t('admin_reports.none_found_text') : t('admin_reports.empty_text')}
        />
      )}
      {reports && reports.length > 0 && (
        <LongList
          moreLabel={t('admin.show_more')}
          tall
          label={t('admin_reports.title')}
          query={query}
          className={query.isPlaceholderData ? 'opacity-60' : ''}
        >
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} onShow={() => onShow(report.id)} />
          ))}
        </LongList>
      )}
    </>
  )
}

import { useRef, useState } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { useChanged } from '#lib/live-changes'
import { changedAddress } from '#lib/changed-address'
import { AdminNav } from '../moderation/admin-nav.tsx'
import { Charts } from './admin-charts.tsx'
import { Counters } from './admin-counters.tsx'
import { RequestDialog } from './admin-dialog.tsx'
import { ExportButton } from './admin-export.tsx'
import { Filters } from './admin-filters.tsx'
import { RequestList } from './admin-list.tsx'
import { filtersOf, readRequestsAddress } from './admin-model.ts'
import { refreshRequests, requestsQuery } from './admin-queries.ts'
import { Shortcuts } from './admin-shortcuts.tsx'

/** The administrator's support dashboard. */
export function DashboardScreen() {
  const t = useT()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const address = readRequestsAddress(params)
  const filters = filtersOf(address)
  const query = useInfiniteQuery(requestsQuery(filters))
  useChanged('support', () => refreshRequests(client))
  const [help, setHelp] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const first = query.data?.pages[0]
  const go = (changes: Record<string, string>, replace = false) =>
    setParams(changedAddress(params, changes), { replace })
  return (
    <Page>
      <AdminNav />
      <PageHeader
        title={t('admin_support.title')}
        actions={
          <>
            <Shortcuts open={help} onOpen={setHelp} />
            <ExportButton filters={filters} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Counters counts={first?.counts} />
        <section className="flex flex-col gap-4">
          <h2 className="text-xl">{t('admin_support.requests')}</h2>
          <Filters search={search} />
          <RequestList
            query={query}
            matching={first?.matching}
            searched={address.q !== ''}
            search={search}
            onShow={(id) => go({ request: id })}
            onHelp={() => setHelp(true)}
          />
        </section>
        <Charts />
      </div>
      <RequestDialog
        id={address.request}
        onShow={(id) => go({ request: id }, true)}
        onClose={() => go({ request: '' }, true)}
      />
    </Page>
  )
}

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Page, PageHeader } from '#ui/page'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { AdminNav } from '../moderation/admin-nav.tsx'
import { LoadFailure } from '../moderation/admin-states.tsx'
import { ratesByCountry } from './model.ts'
import { ratesQuery } from './queries.ts'
import { RateDialog } from './rate-dialog.tsx'
import { RatesTable } from './rates-table.tsx'

/** The administrator's table of rates. */
export function RatesScreen() {
  const t = useT()
  const query = useQuery(ratesQuery)
  const [adding, setAdding] = useState(false)
  return (
    <Page>
      <AdminNav />
      <PageHeader
        title={t('rates.title')}
        lead={t('rates.lead')}
        actions={
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('rates.add')}
          </Button>
        }
      />
      {query.isError && <LoadFailure query={query} what={t('rates.load_failed')} />}
      {!query.data && !query.isError && (
        <Card padding="none">
          <RowsSkeleton label={t('core.loading')} rows={3} />
        </Card>
      )}
      {query.data && (
        <div className="flex flex-col gap-5">
          {ratesByCountry(query.data, osloDay()).map((of) => (
            <RatesTable key={of.country} {...of} />
          ))}
        </div>
      )}
      {adding && <RateDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#lib/api'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { saveCsv } from '#lib/save-csv'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Field } from '#ui/field'
import { Page, PageHeader, Section } from '#ui/page'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { AdminNav } from '../moderation/admin-nav.tsx'
import { LoadFailure } from '../moderation/admin-states.tsx'
import { PlaceField, type PlaceValue } from '../places/place-field.tsx'
import { AdminImport } from './admin-import.tsx'
import { PlacePoints } from './admin-place-points.tsx'
import { AdminPointDialog } from './admin-point-dialog.tsx'
import { Suggestions } from './admin-suggestions.tsx'
import { byPlace } from './model.ts'
import { allPointsQuery } from './queries.ts'

const noPlace: PlaceValue = { text: '', place_id: null }

/** The administrator's list of meeting points. */
export function PointsScreen() {
  const t = useT()
  const [place, setPlace] = useState(noPlace)
  const [opened, setOpened] = useState<'add' | 'import'>()
  const close = () => setOpened(undefined)
  return (
    <Page>
      <AdminNav />
      <PageHeader
        title={t('admin_points.title')}
        lead={t('admin_points.lead')}
        actions={
          <>
            <Button icon="plus" onClick={() => setOpened('add')}>
              {t('admin_points.add')}
            </Button>
            <ExportButton />
            <Button variant="quiet" onClick={() => setOpened('import')}>
              {t('admin_points.import')}
            </Button>
          </>
        }
      />
      <Suggestions />
      <Section id="meeting-points" title={t('admin_points.list')}>
        <Field label={t('admin_points.find')} hint={t('admin_points.find_hint')} className="mb-5 max-w-100">
          <PlaceField value={place} onChange={setPlace} />
        </Field>
        <PointGroups placeId={place.place_id ?? undefined} />
      </Section>
      {opened === 'add' && <AdminPointDialog given={{ place }} onClose={close} />}
      {opened === 'import' && <AdminImport onClose={close} />}
    </Page>
  )
}

function ExportButton() {
  const t = useT()
  const { start, busy } = useAction({
    toastKey: 'points',
    run: async () => {
      const { csv } = await api.meetingPoints.export({})
      saveCsv([csv], `meeting-points-${osloDay()}.csv`)
    },
    success: () => ({ title: t('admin_points.exported') }),
  })
  return (
    <Button variant="quiet" icon="download" busy={busy} onClick={() => void start(undefined)}>
      {t('admin_points.export')}
    </Button>
  )
}

/** The points of one place or of all, place by place. */
function PointGroups({ placeId }: { placeId: number | undefined }) {
  const t = useT()
  const query = useInfiniteQuery(allPointsQuery(placeId))
  const { data } = query
  if (!data && !query.isError)
    return (
      <Card padding="none">
        <RowsSkeleton label={t('core.loading')} />
      </Card>
    )
  return (
    <div className="flex flex-col gap-5">
      {query.isError && <LoadFailure query={query} what={t('admin_points.load_failed')} />}
      {data?.length === 0 && <EmptyState title={t('admin_points.empty')} text={t('admin_points.empty_text')} />}
      {byPlace(data ?? []).map((group) => (
        <PlacePoints key={group.placeId} {...group} />
      ))}
      {query.hasNextPage && (
        <Button
          variant="quiet"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="self-center"
        >
          {t('admin_points.more')}
        </Button>
      )}
    </div>
  )
}

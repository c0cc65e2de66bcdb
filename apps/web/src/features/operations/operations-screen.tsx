import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OperationsState } from '@samtur/contract/operations'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Page, PageHeader } from '#ui/page'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { AdminNav } from '../moderation/admin-nav.tsx'
import { LoadFailure } from '../moderation/admin-states.tsx'
import { BackupPart, StoragePart, VersionPart } from './figures.tsx'
import { JobList } from './job-list.tsx'
import { MailList } from './mail-list.tsx'
import { conditionsOf, sections, type SectionName } from './model.ts'
import { headingId } from './parts.tsx'
import { ProcessList } from './process-list.tsx'
import { stateQuery, useReload } from './queries.ts'
import { QueueList } from './queue-list.tsx'
import { ReplicaList } from './replica-list.tsx'

/** How the product runs. */
export function OperationsScreen() {
  const t = useT()
  const query = useQuery(stateQuery)
  const { data: state } = query
  return (
    <Page>
      <AdminNav />
      <PageHeader title={t('operations.title')} lead={t('operations.lead')} actions={<Refresh asOf={state?.as_of} />} />
      {query.isError && <LoadFailure query={query} what={t('operations.load_failed')} />}
      {!state && !query.isError && (
        <Card padding="none">
          <RowsSkeleton label={t('core.loading')} />
        </Card>
      )}
      {state && <State state={state} />}
    </Page>
  )
}

/** When the state was read, and a button that reads it again. A screen reader hears the end of what it started, and not each half minute. */
function Refresh({ asOf }: { asOf: string | undefined }) {
  const t = useT()
  const reload = useReload()
  const moment = useMoment()
  const [stage, setStage] = useState<'idle' | 'busy' | 'done'>('idle')
  const refresh = async () => {
    setStage('busy')
    setStage((await reload()) ? 'done' : 'idle')
  }
  return (
    <>
      {asOf && <span className="text-soft tabular">{t('operations.as_of', { time: moment(asOf) })}</span>}
      <Button variant="quiet" size="sm" icon="refresh" busy={stage === 'busy'} onClick={() => void refresh()}>
        {t('operations.refresh')}
      </Button>
      <span role="status" className="sr-only">
        {stage === 'done' && t('operations.refreshed')}
      </span>
    </>
  )
}

function State({ state }: { state: OperationsState }) {
  const conditions = conditionsOf(state)
  return (
    <div className="flex flex-col gap-5">
      <Summary conditions={conditions} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <QueueList queues={state.queues} condition={conditions.queues} />
          <ProcessList state={state} condition={conditions.processes} />
          {state.replicas.length > 0 && <ReplicaList replicas={state.replicas} condition={conditions.replicas} />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <BackupPart backup={state.backup} />
          <StoragePart storage={state.storage} condition={conditions.storage} />
          <VersionPart product={state.product} />
        </div>
      </div>
      <MailList failed={state.failed_mails} />
      <JobList jobs={state.jobs} condition={conditions.jobs} />
    </div>
  )
}

const titles = {
  queues: 'operations.queues',
  mails: 'operations.mails',
  processes: 'operations.processes',
  replicas: 'operations.replicas',
  jobs: 'operations.jobs',
  backup: 'operations.backup',
  storage: 'operations.storage',
} as const

/** Says whether something needs attention, with links to it. */
function Summary({ conditions }: { conditions: Record<SectionName, OperationsState['backup']['condition']> }) {
  const t = useT()
  const named = sections.filter((name) => conditions[name] !== 'fine')
  if (named.length === 0)
    return (
      <Alert tone="success" live>
        {t('operations.all_fine')}
      </Alert>
    )
  const broken = named.some((name) => conditions[name] === 'broken')
  return (
    <Alert tone={broken ? 'danger' : 'warning'} title={t('operations.attention', { count: named.length })}>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {named.map((name) => (
          <li key={name}>
            <a
              href={`#${headingId(name)}`}
              className="inline-flex min-h-6 items-center font-semibold wrap-anywhere text-link hover:underline"
            >
              {t(titles[name])}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

import { useQuery } from '@tanstack/react-query'
import { exportHours } from '@samtur/contract/constants'
import type { DataExport } from '@samtur/contract/privacy'
import { useFormat } from '#lib/format'
import { useLoadFailure, type Failing } from '#lib/failure'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Failure } from '#ui/failure'
import { Alert } from '#ui/alert'
import { Button, buttonClass } from '#ui/button'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { Progress } from '#ui/progress'
import { Loading, Skeleton } from '#ui/skeleton'
import { useReauthentication } from '../accounts/reauthentication.tsx'
import { exportState, sizeOf } from './model.ts'
import { exportQuery, openExport, startExport } from './queries.ts'

/** 'Last ned mine data': requested, made in the background, downloaded once. */
export function ExportSection({ me }: { me: string }) {
  const t = useT()
  const query = useQuery(exportQuery(me))
  return (
    <Card as="section" aria-labelledby="export-heading" className="flex flex-col gap-4">
      <div>
        <h2 id="export-heading" className="mb-1.5 text-xl">
          {t('privacy.export_title')}
        </h2>
        <p className="max-w-text text-soft">{t('privacy.export_text')}</p>
      </div>
      {query.isPending && <ExportSkeleton />}
      {query.data === undefined && query.isError && <LoadProblem query={query} />}
      {query.data !== undefined && (
        <ExportState file={query.data} at={query.dataUpdatedAt} me={me} onFetched={() => void query.refetch()} />
      )}
    </Card>
  )
}

interface ExportStateProps {
  file: DataExport | null
  /** When the server reported it, in milliseconds. */
  at: number
  me: string
  /** Called when the link is pressed. */
  onFetched: () => void
}

function ExportState({ file, at, me, onFetched }: ExportStateProps) {
  const t = useT()
  const { start, busy, dialog } = useExportAction()
  const state = exportState(file, at)
  const startButton = (label: string) => (
    <Button icon="download" busy={busy} onClick={() => void start(() => startExport(me))}>
      {label}
    </Button>
  )
  return (
    <>
      {/* There before it has content, so that a change is announced. */}
      <div role="status" className="empty:hidden">
        {state === 'building' && <Building progress={file?.progress ?? 0} />}
        {state === 'ready' && file && <Ready file={file} onFetched={onFetched} />}
        {state === 'locked' && file && <ReadyText file={file} />}
        {state === 'used' && <p>{t('privacy.export_used')}</p>}
        {state === 'failed' && <Alert tone="danger">{t('privacy.export_failed')}</Alert>}
      </div>
      <div className="empty:hidden">
        {state === 'locked' && (
          <Button
            icon="download"
            busy={busy}
            onClick={() => void start(() => openExport(me)).then(() => setTimeout(onFetched, lookAgain))}
          >
            {t('privacy.export_download')}
          </Button>
        )}
        {state === 'none' && startButton(t('privacy.export_start'))}
        {(state === 'used' || state === 'failed') && startButton(t('privacy.export_again'))}
      </div>
      {dialog}
    </>
  )
}

function Building({ progress }: { progress: number }) {
  const t = useT()
  const percent = Math.round(progress * 100)
  return <Progress label={t('privacy.export_building')} value={progress} text={t('privacy.percent', { percent })} />
}

function ReadyText({ file }: { file: DataExport }) {
  const t = useT()
  const format = useFormat()
  return <p>{t('privacy.export_ready', { date: format.dateTime(file.expires_at), hours: exportHours })}</p>
}

function Ready({ file, onFetched }: { file: DataExport; onFetched: () => void }) {
  const t = useT()
  const format = useFormat()
  const { size, unit } = sizeOf(file.bytes ?? 0)
  return (
    <div className="flex flex-col items-start gap-3">
      <ReadyText file={file} />
      {/* Not a link of the router: the browser downloads the file itself. It works once, and disappears a moment later. */}
      <a
        href={file.url ?? undefined}
        download
        className={buttonClass({})}
        onClick={() => setTimeout(onFetched, lookAgain)}
      >
        <Icon name="download" size={18} />
        {t('privacy.export_download')}
        <span className="font-normal" dir="ltr">
          {format.number(size)} {unit}
        </span>
      </a>
    </div>
  )
}

const lookAgain = 2000

function useExportAction() {
  const t = useT()
  const { run, dialog } = useReauthentication()
  const { start, busy } = useAction({
    toastKey: 'export',
    run: (action: () => Promise<void>) => run(action),
    failure: (_, reason) => ({ text: t('privacy.export_start_failed', { reason }) }),
  })
  return { start, busy, dialog }
}

function LoadProblem({ query }: { query: Failing }) {
  const t = useT()
  return <Failure {...useLoadFailure(query)} title={t('privacy.load_failed')} />
}

function ExportSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')}>
      <Skeleton className="h-11 w-52 max-w-full" />
    </Loading>
  )
}

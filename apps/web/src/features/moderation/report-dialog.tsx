import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ReportDetail } from '@samtur/contract/reports'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { LoadFailure } from './admin-states.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { HidingDialog } from './hiding.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { reportQuery } from './queries.ts'
import { ReportDetails } from './report-details.tsx'
import { canDecide, type Task } from './reports-model.ts'
import { AccountActionDialog } from './user-actions.tsx'

interface ReportDialogProps {
  /** Null while none is open. */
  id: string | null
  /** Opens another report. */
  onShow: (id: string) => void
  onClose: () => void
}

/** One report: its subject, earlier reports, and the actions. */
export function ReportDialog({ id, onShow, onClose }: ReportDialogProps) {
  const t = useT()
  const nameOf = usePersonName()
  const query = useQuery({ ...reportQuery(id ?? ''), enabled: id !== null })
  const report = id === null ? undefined : query.data
  const [task, setTask] = useState<Task>()
  const [shown, setShown] = useState(id)
  // A dialog opened for one report must not apply to another.
  if (shown !== id) {
    setShown(id)
    setTask(undefined)
  }
  const title = report
    ? t('admin_reports.title_one', { name: nameOf(report.reported.full_name) })
    : t('admin_reports.title')
  return (
    <>
      <Dialog
        open={id !== null}
        onClose={onClose}
        size="lg"
        title={<bdi className="wrap-anywhere">{title}</bdi>}
        closeLabel={t('core.close')}
        footer={report && canDecide(report) && <Actions onTask={setTask} />}
      >
        {query.isError && <LoadFailure query={query} what={t('admin_reports.detail_failed')} />}
        {!report && !query.isError && <RowsSkeleton label={t('core.loading')} rows={3} />}
        {report && (
          <FocusKept of={`${report.id} ${report.status} ${task?.do}`} label={title}>
            <ReportDetails report={report} onShow={onShow} onTask={setTask} />
          </FocusKept>
        )}
      </Dialog>
      {report && task && <TaskDialog key={report.id} report={report} task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}

interface FocusKeptProps {
  /** Changes when the focused element may be gone. */
  of: string
  label: string
  children: ReactNode
}

/** A scrolling area has to be reachable by keyboard. Moves the focus to the title when the pressed button has disappeared. */
function FocusKept({ of, label, children }: FocusKeptProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement !== document.body) return
    box.current?.closest('dialog')?.querySelector<HTMLElement>('[data-dialog-title]')?.focus()
  }, [of])
  return (
    <div ref={box} role="group" aria-label={label} tabIndex={0} className="rounded-sm">
      {children}
    </div>
  )
}

/** Actions on an open report. */
function Actions({ onTask }: { onTask: (task: Task) => void }) {
  const t = useT()
  return (
    <>
      <Button variant="quiet" icon="cross" onClick={() => onTask({ do: 'dismiss' })}>
        {t('admin_reports.dismiss')}
      </Button>
      <Button icon="check-circle" onClick={() => onTask({ do: 'resolve' })}>
        {t('admin_reports.resolve')}
      </Button>
    </>
  )
}

interface TaskDialogProps {
  report: ReportDetail
  task: Task
  onClose: () => void
}

function TaskDialog({ report, task, onClose }: TaskDialogProps) {
  const nameOf = usePersonName()
  switch (task.do) {
    case 'resolve':
    case 'dismiss':
      return <DecisionDialog report={report} decision={task.do} onClose={onClose} />
    case 'message':
      return <MessageDialog report={report} onClose={onClose} />
    case 'hide':
      return <HidingDialog what={task.what} reportId={report.id} onClose={onClose} />
    case 'suspend':
    case 'lift':
      return (
        <AccountActionDialog
          id={report.reported.id}
          action={task.do}
          name={nameOf(report.reported.full_name)}
          reportId={report.id}
          onClose={onClose}
        />
      )
  }
}

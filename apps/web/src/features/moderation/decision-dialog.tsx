import type { ReportSummary } from '@samtur/contract/reports'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { type Decision, useDecision } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface DecisionDialogProps {
  report: Pick<ReportSummary, 'id' | 'reporter' | 'reported'>
  decision: Decision
  onClose: () => void
}

/** Resolves or dismisses a report; the text is sent to the reporter. */
export function DecisionDialog({ report: { id, reporter, reported }, decision, onClose }: DecisionDialogProps) {
  const t = useT()
  const nameOf = usePersonName()
  const { mutateAsync } = useDecision(id)
  const name = nameOf(reported.full_name)
  const common = {
    hint: reporter
      ? t('admin_reports.reason_hint', { name: nameOf(reporter.full_name) })
      : t('admin_reports.reason_kept'),
    done: t('admin_reports.updated'),
    failed: t('admin_reports.update_failed'),
  }
  const texts =
    decision === 'resolve'
      ? {
          ...common,
          label: t('admin_reports.resolve'),
          title: t('admin_reports.resolve_title', { name }),
          text: t('admin_reports.resolve_text'),
        }
      : {
          ...common,
          label: t('admin_reports.dismiss'),
          title: t('admin_reports.dismiss_title', { name }),
          text: t('admin_reports.dismiss_text'),
        }
  return <ReasonDialog optional texts={texts} run={(reason) => mutateAsync({ decision, reason })} onClose={onClose} />
}

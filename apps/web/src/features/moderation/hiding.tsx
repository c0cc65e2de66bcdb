import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { useHiding } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Hideable } from './reports-model.ts'

interface HidingButtonProps {
  what: Hideable
  /** Distinguishes several buttons for screen readers. */
  of?: string
  onHide: (what: Hideable) => void
}

/** Hides content or shows it again, and marks hidden content. */
export function HidingButton({ what, of, onHide }: HidingButtonProps) {
  const t = useT()
  const label = what.hidden ? t('admin_reports.show') : t('admin_reports.hide')
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {what.hidden && (
        <Tag tone="warning" icon="eye-off">
          {t('admin_reports.hidden')}
        </Tag>
      )}
      <Button variant="quiet" size="sm" icon={what.hidden ? 'eye' : 'eye-off'} onClick={() => onHide(what)}>
        {label}
        {of && <span className="sr-only"> {of}</span>}
      </Button>
    </span>
  )
}

interface HidingDialogProps {
  what: Hideable
  reportId: string
  onClose: () => void
}

/** Asks for the reason, which is sent to the author. */
export function HidingDialog({ what: { kind, id, hidden }, reportId, onClose }: HidingDialogProps) {
  const t = useT()
  const { mutateAsync } = useHiding()
  const common = { hint: t('admin_reports.hiding_hint'), failed: t('admin_reports.hiding_failed') }
  // i18n-dynamic: admin_reports.hide_title.*
  // i18n-dynamic: admin_reports.hide_text.*
  // i18n-dynamic: admin_reports.show_title.*
  const texts = hidden
    ? {
        ...common,
        label: t('admin_reports.show'),
        title: t(`admin_reports.show_title.${kind === 'picture' ? 'comment' : kind}`),
        text: t('admin_reports.show_text'),
        done: t('admin_reports.shown_toast'),
      }
    : {
        ...common,
        label: kind === 'picture' ? t('admin_reports.remove') : t('admin_reports.hide'),
        title: t(`admin_reports.hide_title.${kind}`),
        text: t(`admin_reports.hide_text.${kind}`),
        done: t('admin_reports.hidden_toast'),
      }
  return (
    <ReasonDialog
      texts={texts}
      variant={hidden ? 'primary' : 'danger'}
      run={(reason) => mutateAsync({ kind, id, reason, report_id: reportId, hidden: !hidden })}
      onClose={onClose}
    />
  )
}

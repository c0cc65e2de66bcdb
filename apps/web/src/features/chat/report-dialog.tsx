import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { ChatSummary } from '@samtur/contract/chat'
import { lengths } from '@samtur/contract/constants'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { ReportCategory } from '../moderation/report-category.tsx'
import type { Report } from './conversation-actions.ts'
import { isBlank, roomLeft } from './typed-text.ts'
import { TextRoom } from './text-room.tsx'

interface ReportDialogProps {
  chat: ChatSummary
  report: Report
  onClose: () => void
}

/** Reports the other person to the administrator. */
export function ReportDialog({ chat, report, onClose }: ReportDialogProps) {
  const t = useT()
  const roomId = useId()
  const name = usePersonName()(chat.other.full_name)
  const { form, submit, busy } = report
  const reason = useWatch({ control: form.control, name: 'reason' })
  const room = roomLeft(reason, lengths.report)
  const ready = !isBlank(reason) && room >= 0
  const close = () => {
    if (!busy) form.reset()
    onClose()
  }
  return (
    <FormDialog
      open
      onClose={close}
      onSubmit={submit}
      title={t('chat.report')}
      submitLabel={t('chat.report_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      dirty={form.formState.isDirty}
      busy={busy}
      dimmed={!ready}
    >
      <p className="text-soft wrap-anywhere">{t('chat.report_lead', { name })}</p>
      <ReportCategory register={form.register('category')} />
      <div>
        <Field label={t('chat.report_reason')} required>
          <TextArea
            {...form.register('reason')}
            className="max-h-36! scroll-mb-8"
            aria-invalid={room < 0}
            aria-describedby={roomId}
          />
        </Field>
        <TextRoom id={roomId} room={room} className="mt-1" />
      </div>
    </FormDialog>
  )
}

import { useForm } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import { reportBody, type ReportCategory as Category } from '@samtur/contract/moderation'
import { api } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { ReportCategory } from './report-category.tsx'

/** What of a person a report is about, in words, and its page. */
export interface Concern {
  what: string
  path: string
}

interface ReportPersonDialogProps {
  userId: string
  name: string
  /** The first line of what the administrators read. */
  concerns?: Concern | undefined
  onClose: () => void
}

/** Reports a person outside of a conversation. */
export function ReportPersonDialog({ userId, name, concerns, onClose }: ReportPersonDialogProps) {
  const t = useT()
  const firstLine = concerns ? `${concerns.what} ${concerns.path}\n` : ''
  const { form, submit, busy } = useReportForm(userId, firstLine, onClose)
  const errorOf = useFieldErrors(form)
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={<span className="wrap-anywhere">{t('report.title', { name })}</span>}
      submitLabel={t('chat.report_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <div className="text-soft wrap-anywhere">
        {concerns && <p className="mb-1 text-text">{t('report.concerns', { what: concerns.what })}</p>}
        <p>{t('report.lead', { name })}</p>
      </div>
      <ReportCategory register={form.register('category')} />
      <Field label={t('chat.report_reason')} error={errorOf('reason')} required>
        <TextArea {...form.register('reason')} rows={3} counter={lengths.report - [...firstLine].length} />
      </Field>
    </FormDialog>
  )
}

interface ReportValues {
  category: Category | null
  reason: string
}

function useReportForm(userId: string, firstLine: string, onDone: () => void) {
  const t = useT()
  const toBody = ({ category, reason }: ReportValues) => ({
    reported_id: userId,
    // Left out where none is chosen: a process of the version before refuses the field.
    ...(category && { category }),
    reason: reason.trim() ? firstLine + reason : reason,
  })
  const form = useForm<ReportValues>({
    resolver: contractResolver<ReportValues>(reportBody, toBody),
    defaultValues: { category: null, reason: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'report',
    send: (values, keyOf) => {
      const body = toBody(values)
      return api.moderation.report({ body }, { idempotencyKey: keyOf(body) })
    },
    onDone,
    success: () => ({ title: t('chat.reported'), text: t('chat.reported_text') }),
    failure: t('chat.report_failed'),
  })
  return { form, ...submission }
}

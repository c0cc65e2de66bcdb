import { useForm } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import { ratingReportBody } from '@samtur/contract/ratings'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { reportComment } from './queries.ts'

interface ReportDialogProps {
  ratingId: string
  /** First name of the person who wrote the comment. */
  name: string
  onClose: () => void
  onReported: () => void
}

/** Reports a comment to the administrator, with the reason. */
export function ReportDialog({ ratingId, name, onClose, onReported }: ReportDialogProps) {
  const t = useT()
  const { form, submit, busy } = useReportForm(ratingId, onReported)
  const errorOf = useFieldErrors(form)
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t('ratings.report_title')}
      submitLabel={t('ratings.report_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      narrowCancel
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <p className="text-soft wrap-anywhere">{t('ratings.report_lead', { name })}</p>
      <Field
        label={t('ratings.report_reason')}
        hint={t('ratings.report_hint', { name })}
        error={errorOf('reason')}
        required
      >
        <TextArea {...form.register('reason')} rows={4} counter={lengths.report} />
      </Field>
    </FormDialog>
  )
}

interface ReportValues {
  reason: string
}

function useReportForm(ratingId: string, onReported: () => void) {
  const t = useT()
  const form = useForm<ReportValues>({
    resolver: contractResolver<ReportValues>(ratingReportBody),
    defaultValues: { reason: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'report',
    send: ({ reason }) => reportComment(ratingId, reason),
    onDone: onReported,
    success: () => ({ title: t('ratings.reported'), text: t('ratings.reported_text') }),
    failure: t('ratings.report_failed'),
  })
  return { form, ...submission }
}

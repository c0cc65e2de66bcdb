import { useForm } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import { ratingReportBody } from '@samtur/contract/ratings'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { reportComment } from './queries.ts'

interface ReportDialogProps {
  ratingId: string
  /** First name of whoever wrote the comment. */
  name: string
  onClose: () => void
  onReported: () => void
}

/** Says why a comment should be looked at by the administrator. */
export function ReportDialog({ ratingId, name, onClose, onReported }: ReportDialogProps) {
  const t = useT()
  const fieldText = useFieldText()
  const { form, submit } = useReportForm(ratingId, onReported)
  const { errors, isSubmitting, isDirty } = form.formState
  const code = errors.reason?.message as FieldCode | undefined
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      title={t('ratings.report_title')}
      submitLabel={t('ratings.report_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      narrowCancel
      busy={isSubmitting}
      dirty={isDirty}
    >
      <p className="text-soft wrap-anywhere">{t('ratings.report_lead', { name })}</p>
      <Field
        label={t('ratings.report_reason')}
        hint={t('ratings.report_hint', { name })}
        error={code && fieldText(code, 'reason')}
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
  const toast = useToast()
  const errorText = useErrorText()
  const form = useForm<ReportValues>({
    resolver: contractResolver<ReportValues>(ratingReportBody),
    defaultValues: { reason: '' },
  })
  const save = async ({ reason }: ReportValues) => {
    try {
      await reportComment(ratingId, reason)
      onReported()
      toast({ title: t('ratings.reported'), text: t('ratings.reported_text'), tone: 'success', key: 'report' })
    } catch (error) {
      if (applyServerErrors(form, error)) return
      const words = { text: t('ratings.report_failed'), detail: errorText(error) }
      toast({ title: t('core.error_title'), ...words, tone: 'error', key: 'report' })
    }
  }
  return { form, submit: form.handleSubmit(save) }
}

import { lengths } from '@samtur/contract/constants'
import type { ReportSummary } from '@samtur/contract/reports'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea, TextInput } from '#ui/text-input'
import { useMessageForm } from './message-form.ts'
import { reporterName } from './reports-model.ts'

interface MessageDialogProps {
  report: Pick<ReportSummary, 'id' | 'reporter'>
  onClose: () => void
}

/** Writes a message to the reporter: a subject and a text. */
export function MessageDialog({ report: { id, reporter }, onClose }: MessageDialogProps) {
  const t = useT()
  const nameOf = usePersonName()
  const { form, submit, busy } = useMessageForm(id, onClose)
  const subjectError = useFieldErrors(form)
  const messageError = useFieldErrors(form, { required: t('admin_reports.message_required') })
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={
        <span className="wrap-anywhere">
          {t('admin_reports.message_title', { name: nameOf(reporterName({ reporter })) })}
        </span>
      }
      submitLabel={t('admin_reports.message_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      icon="send"
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <p className="text-soft">{t('admin_reports.message_text')}</p>
      <Field label={t('admin_reports.subject')} error={subjectError('subject')} required>
        <TextInput {...form.register('subject')} dir="auto" autoComplete="off" />
      </Field>
      <Field label={t('admin_reports.message_label')} error={messageError('message')} required>
        <TextArea {...form.register('message')} rows={5} counter={lengths.description} />
      </Field>
    </FormDialog>
  )
}

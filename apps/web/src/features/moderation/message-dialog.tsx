import { lengths } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import type { ReportSummary } from '@samtur/contract/reports'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea, TextInput } from '#ui/text-input'
import { useMessageForm } from './message-form.ts'

interface MessageDialogProps {
  report: Pick<ReportSummary, 'id' | 'reporter'>
  onClose: () => void
}

/** A message to whoever reported: a subject and a text. */
export function MessageDialog({ report: { id, reporter }, onClose }: MessageDialogProps) {
  const t = useT()
  const fieldText = useFieldText()
  const nameOf = usePersonName()
  const { form, submit } = useMessageForm(id, onClose)
  const { errors, isSubmitting, isDirty } = form.formState
  const subjectCode = errors.subject?.message as FieldCode | undefined
  const code = errors.message?.message as FieldCode | undefined
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      title={
        <span className="wrap-anywhere">{t('admin_reports.message_title', { name: nameOf(reporter.full_name) })}</span>
      }
      submitLabel={t('admin_reports.message_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      icon="send"
      busy={isSubmitting}
      dirty={isDirty}
    >
      <p className="text-soft">{t('admin_reports.message_text')}</p>
      <Field label={t('admin_reports.subject')} error={subjectCode && fieldText(subjectCode)} required>
        <TextInput {...form.register('subject')} dir="auto" autoComplete="off" />
      </Field>
      <Field
        label={t('admin_reports.message_label')}
        error={code && (code === 'required' ? t('admin_reports.message_required') : fieldText(code))}
        required
      >
        <TextArea {...form.register('message')} rows={5} counter={lengths.description} />
      </Field>
    </FormDialog>
  )
}

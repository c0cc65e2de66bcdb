import { lengths } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import type { Deed } from './queries.ts'
import { useReasonForm } from './reason-form.ts'

interface ReasonDialogProps {
  id: string
  deed: Deed
  texts: { label: string; title: string; text: string; hint: string; done: string }
  onClose: () => void
}

/** Says what will happen, asks why, and does it. */
export function ReasonDialog({ id, deed, texts, onClose }: ReasonDialogProps) {
  const t = useT()
  const fieldText = useFieldText()
  const { form, submit } = useReasonForm(id, deed, texts.done, onClose)
  const { errors, isSubmitting, isDirty } = form.formState
  const code = errors.reason?.message as FieldCode | undefined
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      title={<span className="wrap-anywhere">{texts.title}</span>}
      submitLabel={texts.label}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant={deed === 'lift' ? 'primary' : 'danger'}
      busy={isSubmitting}
      dirty={isDirty}
    >
      <p className="text-soft wrap-anywhere">{texts.text}</p>
      <Field label={t('admin.reason')} hint={texts.hint} error={code && fieldText(code, 'reason')} required>
        <TextArea {...form.register('reason')} rows={4} counter={lengths.reason} />
      </Field>
    </FormDialog>
  )
}

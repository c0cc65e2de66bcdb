import type { ReactNode } from 'react'
import { lengths } from '@samtur/contract/constants'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useT } from '#lib/i18n'
import type { ButtonVariant } from '#ui/button'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { type ReasonTask, useReasonForm } from './reason-form.ts'

export interface ReasonTexts {
  label: string
  title: string
  text: ReactNode
  hint: string
  done: string
  failed?: string
}

interface ReasonDialogProps extends Pick<ReasonTask, 'optional' | 'run'> {
  texts: ReasonTexts
  variant?: ButtonVariant
  onClose: () => void
}

/** Says what will happen, asks for the reason, and does it. */
export function ReasonDialog({ texts, variant = 'primary', optional, run, onClose }: ReasonDialogProps) {
  const t = useT()
  const { done, failed } = texts
  const { form, submit, busy } = useReasonForm({ optional, run, done, failed, onDone: onClose })
  const errorOf = useFieldErrors(form)
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={<span className="wrap-anywhere">{texts.title}</span>}
      submitLabel={texts.label}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant={variant}
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <p className="text-soft wrap-anywhere">{texts.text}</p>
      <Field
        label={t('admin.reason')}
        hint={texts.hint}
        error={errorOf('reason')}
        required={!optional}
        note={optional ? t('core.optional') : undefined}
      >
        <TextArea {...form.register('reason')} rows={4} counter={lengths.reason} />
      </Field>
    </FormDialog>
  )
}

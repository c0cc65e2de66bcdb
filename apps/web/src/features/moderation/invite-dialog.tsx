import type { FieldCode } from '@samtur/contract/errors'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextInput } from '#ui/text-input'
import { known, useInviteForm } from './invite-form.ts'

/** Mails somebody a link to sign-up. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const fieldText = useFieldText()
  const { form, submit } = useInviteForm(onClose)
  const { errors, isSubmitting, isDirty } = form.formState
  const code = errors.email?.message
  const problem =
    code === known ? t('account_errors.already_registered') : code && fieldText(code as FieldCode, 'email')
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      size="sm"
      title={t('admin.invite_title')}
      submitLabel={t('admin.invite_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      icon="send"
      busy={isSubmitting}
      dirty={isDirty}
    >
      <p className="text-soft">{t('admin.invite_text')}</p>
      <Field label={t('admin.invite_email')} error={problem} required>
        <TextInput {...form.register('email')} type="email" autoComplete="off" inputMode="email" dir="ltr" />
      </Field>
    </FormDialog>
  )
}

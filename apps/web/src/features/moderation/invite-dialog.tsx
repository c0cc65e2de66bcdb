import { useFieldErrors } from '#lib/forms/field-errors'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextInput } from '#ui/text-input'
import { known, useInviteForm } from './invite-form.ts'

/** Sends a sign-up link to an address. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { form, submit, busy } = useInviteForm(onClose)
  const errorOf = useFieldErrors(form, { [known]: t('account_errors.already_registered') })
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      size="sm"
      title={t('admin.invite_title')}
      submitLabel={t('admin.invite_send')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      icon="send"
      busy={busy}
      dirty={form.formState.isDirty}
    >
      <p className="text-soft">{t('admin.invite_text')}</p>
      <Field label={t('admin.invite_email')} error={errorOf('email')} required>
        <TextInput {...form.register('email')} type="email" autoComplete="off" inputMode="email" dir="ltr" />
      </Field>
    </FormDialog>
  )
}

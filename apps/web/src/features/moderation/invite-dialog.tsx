import { useId } from 'react'
import type { FieldCode } from '@samtur/contract/errors'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { known, useInviteForm } from './invite-form.ts'

/** Mails somebody a link to sign-up. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const formId = useId()
  const fieldText = useFieldText()
  const { form, submit } = useInviteForm(onClose)
  const { errors, isSubmitting, isDirty } = form.formState
  const code = errors.email?.message
  const problem =
    code === known ? t('account_errors.already_registered') : code && fieldText(code as FieldCode, 'email')
  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('core.cancel')}
      </Button>
      <Button type="submit" form={formId} icon="send" busy={isSubmitting}>
        {t('admin.invite_send')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('admin.invite_title')}
      closeLabel={t('core.close')}
      dirty={isDirty}
      footer={footer}
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <p className="text-soft">{t('admin.invite_text')}</p>
        <Field label={t('admin.invite_email')} error={problem} required>
          <TextInput {...form.register('email')} type="email" autoComplete="off" inputMode="email" dir="ltr" />
        </Field>
      </form>
    </Dialog>
  )
}

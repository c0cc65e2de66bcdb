import type { UseFormRegisterReturn } from 'react-hook-form'
import { useT } from '#lib/i18n'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'

interface NewPasswordFieldsProps {
  register: (name: 'newPassword' | 'repeat') => UseFormRegisterReturn
  errorOf: (name: 'newPassword' | 'repeat') => string | undefined
}

/** A new password, and the same again. */
export function NewPasswordFields({ register, errorOf }: NewPasswordFieldsProps) {
  const t = useT()
  return (
    <>
      <NewPasswordField
        {...register('newPassword')}
        label={t('accounts.new_password')}
        error={errorOf('newPassword')}
      />
      <PasswordField
        {...register('repeat')}
        label={t('accounts.repeat_password')}
        error={errorOf('repeat')}
        autoComplete="new-password"
        dir="ltr"
      />
    </>
  )
}

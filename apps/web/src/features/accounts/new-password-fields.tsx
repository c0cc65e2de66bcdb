import type { UseFormRegisterReturn } from 'react-hook-form'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { PasswordField } from './password-field.tsx'

interface NewPasswordFieldsProps {
  register: (name: 'newPassword' | 'repeat') => UseFormRegisterReturn
  errorOf: (name: 'newPassword' | 'repeat') => string | undefined
}

/** A new password, and the same again. */
export function NewPasswordFields({ register, errorOf }: NewPasswordFieldsProps) {
  const t = useT()
  const problem = errorOf('newPassword')
  return (
    <>
      <PasswordField
        {...register('newPassword')}
        label={t('accounts.new_password')}
        // The error says what is missing, and why.
        hint={problem ? undefined : t('accounts.password_hint', { min: boot.config.password_min })}
        error={problem}
        autoComplete="new-password"
        dir="ltr"
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

import { useState } from 'react'
import { Navigate } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { inRecovery } from '#lib/session'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { PasswordField } from './password-field.tsx'
import { useResetForm } from './reset-form.ts'

/** Only for a browser that has followed a good link: everybody else signs in, or asks for a link there. */
export function ResetScreen() {
  const [allowed] = useState(inRecovery)
  return allowed ? <ResetForm /> : <Navigate to={paths.auth} replace />
}

function ResetForm() {
  const t = useT()
  const { form, errorOf, submit } = useResetForm()
  const problem = errorOf('newPassword')
  return (
    <Card padding="lg">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <PasswordField
          {...form.register('newPassword')}
          label={t('accounts.new_password')}
          // The error says what is missing, and why.
          hint={problem ? undefined : t('accounts.password_hint', { min: boot.config.password_min })}
          error={problem}
          autoComplete="new-password"
          dir="ltr"
        />
        <PasswordField
          {...form.register('repeat')}
          label={t('accounts.repeat_password')}
          error={errorOf('repeat')}
          autoComplete="new-password"
          dir="ltr"
        />
        <p className="text-sm text-soft">{t('accounts.reset_hint')}</p>
        <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
          {t('accounts.save_password')}
        </Button>
      </form>
    </Card>
  )
}

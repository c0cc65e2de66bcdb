import { useState } from 'react'
import { Navigate } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { inRecovery, useSession } from '#lib/session'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Page, PageHeader } from '#ui/page'
import { ContinueInApp } from './continue-in-app.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useResetForm } from './reset-form.ts'

/** Shows the form to a browser that has followed a valid link, and leads everybody else to the security page or to sign in. */
export function ResetScreen() {
  const t = useT()
  return (
    <Page width="form">
      <PageHeader title={t('accounts.reset_heading')} lead={t('accounts.reset_lead')} />
      <ResetOrLeave />
    </Page>
  )
}

function ResetOrLeave() {
  const [allowed] = useState(inRecovery)
  const { status } = useSession()
  if (allowed) return <ResetForm />
  return <Navigate to={status === 'signed-in' ? paths.security : paths.auth} replace />
}

function ResetForm() {
  const t = useT()
  const { form, errorOf, appAddress, submit, busy } = useResetForm()
  if (appAddress !== undefined) return <ContinueInApp address={appAddress} />
  return (
    <Card padding="lg">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <NewPasswordFields register={form.register} errorOf={errorOf} />
        <p className="text-sm text-soft">{t('accounts.reset_hint')}</p>
        <Button type="submit" size="lg" wide busy={busy}>
          {t('accounts.save_password')}
        </Button>
      </form>
    </Card>
  )
}

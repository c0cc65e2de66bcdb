import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { adminCodeBody } from '@samtur/contract/accounts'
import { paths } from '@samtur/contract/paths'
import { api } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { refreshSession } from '#lib/session'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Field } from '#ui/field'
import { Page, PageHeader } from '#ui/page'
import { TextInput } from '#ui/text-input'

/** Takes the one-time code that the server prints at its start, from the person signed in with the configured address. */
export function AdminCodeScreen() {
  const t = useT()
  return (
    <Page width="form">
      <PageHeader title={t('accounts.admin_code_heading')} lead={t('accounts.admin_code_lead')} />
      <Card padding="lg">
        <CodeForm />
      </Card>
    </Page>
  )
}

const resolver = contractResolver<{ code: string }>(adminCodeBody)

function CodeForm() {
  const t = useT()
  const navigate = useNavigate()
  const form = useForm({ resolver, defaultValues: { code: '' } })
  const errorOf = useFieldErrors(form)
  const { submit, busy, problem } = useSubmission({
    form,
    toastKey: 'admin-code',
    send: async ({ code }) => {
      await api.accounts.redeemAdminCode({ body: { code } })
      await refreshSession()
    },
    onDone: () => void navigate(paths.adminReports, { replace: true }),
    success: () => ({ title: t('accounts.admin_code_done') }),
    onError: () => {
      form.setFocus('code')
      return true
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label={t('accounts.admin_code_label')} error={errorOf('code') ?? problem} required>
        <TextInput {...form.register('code')} autoComplete="off" autoCapitalize="none" spellCheck={false} dir="ltr" />
      </Field>
      <Button type="submit" size="lg" wide busy={busy}>
        {t('accounts.admin_code_heading')}
      </Button>
    </form>
  )
}

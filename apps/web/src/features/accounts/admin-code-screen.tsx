import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from '#lib/router'
import { adminCodeBody } from '@samtur/contract/accounts'
import type { FieldCode } from '@samtur/contract/errors'
import { paths, signInPath } from '@samtur/contract/paths'
import { api } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { refreshSession, useSession } from '#lib/session'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Field } from '#ui/field'
import { Landscape } from '#ui/landscape'
import { PageHeader } from '#ui/page'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'

/** Where the one-time code that the start prints is typed, by whoever is signed in with the configured address. */
export function AdminCodeScreen() {
  const t = useT()
  const { status } = useSession()
  if (status === 'signed-out')
    return (
      <EmptyState
        level="h1"
        drawing={<Landscape scene="done" />}
        title={t('accounts.admin_code_sign_in')}
        action={<ButtonLink to={signInPath(paths.adminCode)}>{t('accounts.sign_in')}</ButtonLink>}
      />
    )
  return (
    <>
      <PageHeader title={t('accounts.admin_code_heading')} lead={t('accounts.admin_code_lead')} />
      <Card padding="lg">
        <CodeForm />
      </Card>
    </>
  )
}

const resolver = contractResolver<{ code: string }>(adminCodeBody)

function CodeForm() {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const [refused, setRefused] = useState<unknown>()
  const form = useForm({ resolver, defaultValues: { code: '' } })
  const send = async ({ code }: { code: string }) => {
    setRefused(undefined)
    try {
      await api.accounts.redeemAdminCode({ body: { code } })
      await refreshSession()
      toast({ tone: 'success', title: t('accounts.admin_code_done'), key: 'admin-code' })
      navigate(paths.adminReports, { replace: true })
    } catch (error) {
      if (applyServerErrors(form, error)) return
      setRefused(error)
      form.setFocus('code')
    }
  }
  const code = form.formState.errors.code?.message
  const problem = code ? fieldText(code as FieldCode, 'code') : refused ? errorText(refused) : undefined
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)} className="flex flex-col gap-5">
      <Field label={t('accounts.admin_code_label')} error={problem} required>
        <TextInput {...form.register('code')} autoComplete="off" autoCapitalize="none" spellCheck={false} dir="ltr" />
      </Field>
      <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
        {t('accounts.admin_code_heading')}
      </Button>
    </form>
  )
}

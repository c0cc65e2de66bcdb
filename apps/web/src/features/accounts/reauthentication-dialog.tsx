import { useEffect, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import { reauthenticateBody } from '@samtur/contract/accounts'
import { factorBody } from '@samtur/contract/identities'
import { ApiError } from '#lib/api'
import { useAction } from '#lib/forms/action'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { T, useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Loading, Skeleton } from '#ui/skeleton'
import { CodeField } from './code-field.tsx'
import { MailboxNote } from './mailbox-note.tsx'
import { PasswordField } from './password-field.tsx'
import { ownWaysInQuery, sendCode, showAgain, type Proof } from './queries.ts'

export interface ReauthenticationDialogProps {
  /** Called when the password or code was right. */
  onShown: () => void
  onClose: () => void
}

/** Asks for the password, or for a mailed code when the account has no password or it is forgotten. An account with a second factor needs a code of that. */
export function ReauthenticationDialog({ onShown, onClose }: ReauthenticationDialogProps) {
  const t = useT()
  const formId = useId()
  const ways = useQuery(ownWaysInQuery)
  const [byMail, setByMail] = useState(false)
  const [sent, setSent] = useState(false)
  // An account without a password has only the mail. Both are offered when it is unknown.
  const password = ways.data?.password ?? true
  const withCode = byMail || !password
  const ofFactor = ways.data?.two_factor.enabled ?? false
  const requested = ofFactor ? 'factor' : withCode ? (sent ? 'code' : 'mail') : 'password'
  const proof = useProofForm(requested, onShown)
  // Empties both fields. A code that is sent once more leaves what is typed.
  const switchTo = (mail: boolean) => {
    if (mail === byMail) return
    setByMail(mail)
    proof.form.reset()
  }
  const mailing = useMailing(sent, () => {
    setSent(true)
    switchTo(true)
  })
  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('core.cancel')}
      </Button>
      {requested === 'mail' ? (
        <Button busy={mailing.busy} onClick={mailing.send}>
          {t('security.send_code')}
        </Button>
      ) : (
        <Button type="submit" form={formId} busy={proof.busy}>
          {t('security.confirm')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('security.again_title')}
      closeLabel={t('core.close')}
      size="sm"
      dirty={proof.isDirty}
      footer={footer}
    >
      {ways.isPending ? (
        <Loading label={t('core.loading')} className="flex flex-col gap-3">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-11 w-full" />
        </Loading>
      ) : (
        <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={proof.submit}>
          <Lead requested={requested} />
          {requested === 'password' && <OwnPassword {...proof} />}
          {requested === 'code' && <MailedCode {...proof} />}
          {requested === 'factor' && <FactorCode {...proof} />}
          <OtherWay requested={requested} hasPassword={password} mailing={mailing} onPassword={() => switchTo(false)} />
          {requested === 'code' && <MailboxNote />}
        </form>
      )}
    </Dialog>
  )
}

type Requested = 'password' | 'mail' | 'code' | 'factor'

function Lead({ requested }: { requested: Requested }) {
  const t = useT()
  const { me } = useSession()
  if (requested === 'password') return <p className="text-soft">{t('security.again_password')}</p>
  if (requested === 'factor') return <p className="text-soft">{t('security.again_factor')}</p>
  const address = <bdi key="email" className="font-semibold wrap-anywhere text-text" />
  const id = requested === 'mail' ? 'security.again_mail' : 'security.again_code'
  return (
    <p className="text-soft">
      <T id={id} values={{ email: me?.email ?? '' }} components={[address]} />
    </p>
  )
}

interface FieldProps {
  input: UseFormRegisterReturn
  error: string | undefined
}

function OwnPassword({ input, error }: FieldProps) {
  const { me } = useSession()
  return (
    <>
      {/* A password manager reads the account from this field. */}
      <input type="text" autoComplete="username" defaultValue={me?.email} readOnly hidden />
      <PasswordField {...input} error={error} autoComplete="current-password" dir="ltr" data-autofocus />
    </>
  )
}

function MailedCode({ form, input, error }: FieldProps & { form: UseFormReturn<ProofValues> }) {
  const t = useT()
  // The field replaces the pressed button.
  useEffect(() => form.setFocus('code'), [form])
  return <CodeField {...input} label={t('security.mailed_code')} error={error} />
}

/** Takes six digits from the app, or a recovery code. */
function FactorCode({ input, error }: FieldProps) {
  const t = useT()
  return <CodeField {...input} inputMode="text" label={t('security.factor_code')} error={error} data-autofocus />
}

interface OtherWayProps {
  requested: Requested
  hasPassword: boolean
  mailing: ReturnType<typeof useMailing>
  onPassword: () => void
}

function OtherWay({ requested, hasPassword, mailing, onPassword }: OtherWayProps) {
  const t = useT()
  return (
    <div className="-mx-2 flex flex-wrap gap-x-2 empty:hidden">
      {requested === 'password' && (
        <Button variant="ghost" size="sm" icon="mail" busy={mailing.busy} onClick={mailing.send}>
          {t('security.code_instead')}
        </Button>
      )}
      {requested === 'code' && (
        <Button variant="ghost" size="sm" icon="mail" busy={mailing.busy} onClick={mailing.send}>
          {t('security.new_code')}
        </Button>
      )}
      {(requested === 'code' || requested === 'mail') && hasPassword && (
        <Button variant="ghost" size="sm" icon="lock" onClick={onPassword}>
          {t('security.password_instead')}
        </Button>
      )}
      {mailing.notice && (
        <p role="status" className="w-full px-2 text-sm text-soft">
          {mailing.notice}
        </p>
      )}
    </div>
  )
}

/** Sends a code by mail. `notice` says that it was sent once more, or why not. */
function useMailing(sent: boolean, onSent: () => void) {
  const t = useT()
  const [sentAgain, setSentAgain] = useState(false)
  const { start, busy, problem } = useAction({
    toastKey: 'reauthentication',
    run: () => {
      setSentAgain(false)
      return sendCode()
    },
    onDone: () => {
      setSentAgain(sent)
      onSent()
    },
    onError: (error) => {
      // A code that was sent a moment ago still works.
      if (error instanceof ApiError && error.code === 'rate_limited') onSent()
      return true
    },
  })
  const notice = sentAgain ? t('security.code_sent_again') : problem
  return { send: () => void start(undefined), busy, notice }
}

interface ProofValues {
  password: string
  code: string
}

function proofOf(requested: Requested, { password, code }: ProofValues): Proof {
  if (requested === 'password') return { password }
  const bare = code.replace(/\s/g, '')
  return requested === 'factor' ? { factor: bare } : { code: bare }
}

function useProofForm(requested: Requested, onShown: () => void) {
  const form = useForm<ProofValues>({
    resolver:
      requested === 'factor'
        ? contractResolver(factorBody, ({ code }) => ({ code }))
        : contractResolver(reauthenticateBody, (values) => proofOf(requested, values)),
    defaultValues: { password: '', code: '' },
  })
  const field = requested === 'password' ? 'password' : 'code'
  const { submit, busy, problem } = useSubmission({
    form,
    toastKey: 'reauthentication',
    send: (values) => showAgain(proofOf(requested, values)),
    onDone: onShown,
    onError: () => {
      form.setError(field, { type: 'server', message: 'refused' }, { shouldFocus: true })
      return true
    },
  })
  const errorOf = useFieldErrors(form, { refused: problem })
  return { form, submit, busy, isDirty: form.formState.isDirty, input: form.register(field), error: errorOf(field) }
}

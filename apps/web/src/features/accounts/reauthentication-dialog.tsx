import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
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
  /** The password or a code was right. */
  onShown: () => void
  onClose: () => void
}

/** Asks for the password, or for a code from a mail where there is none or it is forgotten; in an account with a second factor for that. */
export function ReauthenticationDialog({ onShown, onClose }: ReauthenticationDialogProps) {
  const t = useT()
  const formId = useId()
  const ways = useQuery(ownWaysInQuery)
  const [byMail, setByMail] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const proving = useProving(() => field.current?.focus(), onShown)
  const mailing = useMailing(() => {
    if (!byMail) proving.change('')
    setByMail(true)
  })
  // An account without a password has only the mail; nothing is lost by offering both when the question fails.
  const password = ways.data?.password ?? true
  const withCode = byMail || !password
  const ofFactor = ways.data?.two_factor.enabled ?? false
  const asksFor = ofFactor ? 'factor' : withCode ? (mailing.sent ? 'code' : 'mail') : 'password'
  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('core.cancel')}
      </Button>
      {asksFor === 'mail' ? (
        <Button busy={mailing.busy} onClick={() => void mailing.send()}>
          {t('security.send_code')}
        </Button>
      ) : (
        <Button type="submit" form={formId} busy={proving.busy}>
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
      dirty={proving.value !== ''}
      footer={footer}
    >
      {ways.isPending ? (
        <Loading label={t('core.loading')} className="flex flex-col gap-3">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-11 w-full" />
        </Loading>
      ) : (
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void proving.prove(asksFor)
          }}
        >
          <Lead asksFor={asksFor} />
          {asksFor === 'password' && <OwnPassword field={field} proving={proving} />}
          {asksFor === 'code' && <MailedCode field={field} proving={proving} />}
          {asksFor === 'factor' && <FactorCode field={field} proving={proving} />}
          <OtherWay
            asksFor={asksFor}
            password={password}
            mailing={mailing}
            onPassword={() => {
              setByMail(false)
              proving.change('')
            }}
          />
          {asksFor === 'code' && <MailboxNote />}
        </form>
      )}
    </Dialog>
  )
}

type AsksFor = 'password' | 'mail' | 'code' | 'factor'

function Lead({ asksFor }: { asksFor: AsksFor }) {
  const t = useT()
  const { me } = useSession()
  if (asksFor === 'password') return <p className="text-soft">{t('security.again_password')}</p>
  if (asksFor === 'factor') return <p className="text-soft">{t('security.again_factor')}</p>
  const address = <bdi key="email" className="font-semibold wrap-anywhere text-text" />
  const id = asksFor === 'mail' ? 'security.again_mail' : 'security.again_code'
  return (
    <p className="text-soft">
      <T id={id} values={{ email: me?.email ?? '' }} components={[address]} />
    </p>
  )
}

interface FieldProps {
  field: RefObject<HTMLInputElement | null>
  proving: ReturnType<typeof useProving>
}

function OwnPassword({ field, proving }: FieldProps) {
  const { me } = useSession()
  return (
    <>
      {/* Tells a password manager whose password is asked for. */}
      <input type="text" autoComplete="username" defaultValue={me?.email} readOnly hidden />
      <PasswordField
        ref={field}
        name="password"
        value={proving.value}
        onChange={(event) => proving.change(event.target.value)}
        error={proving.problem}
        autoComplete="current-password"
        dir="ltr"
        data-autofocus
      />
    </>
  )
}

function MailedCode({ field, proving }: FieldProps) {
  const t = useT()
  // It has just taken the place of what was pressed.
  useEffect(() => field.current?.focus(), [field])
  return (
    <CodeField
      ref={field}
      label={t('security.mailed_code')}
      value={proving.value}
      onChange={(event) => proving.change(event.target.value)}
      error={proving.problem}
    />
  )
}

/** Six digits from the app, or a recovery code. */
function FactorCode({ field, proving }: FieldProps) {
  const t = useT()
  return (
    <CodeField
      ref={field}
      inputMode="text"
      label={t('security.factor_code')}
      value={proving.value}
      onChange={(event) => proving.change(event.target.value)}
      error={proving.problem}
      data-autofocus
    />
  )
}

interface OtherWayProps {
  asksFor: AsksFor
  /** There is one to go back to. */
  password: boolean
  mailing: ReturnType<typeof useMailing>
  onPassword: () => void
}

function OtherWay({ asksFor, password, mailing, onPassword }: OtherWayProps) {
  const t = useT()
  return (
    <div className="-mx-2 flex flex-wrap gap-x-2 empty:hidden">
      {asksFor === 'password' && (
        <Button variant="ghost" size="sm" icon="mail" busy={mailing.busy} onClick={() => void mailing.send()}>
          {t('security.code_instead')}
        </Button>
      )}
      {asksFor === 'code' && (
        <Button variant="ghost" size="sm" icon="mail" busy={mailing.busy} onClick={() => void mailing.send()}>
          {t('security.new_code')}
        </Button>
      )}
      {(asksFor === 'code' || asksFor === 'mail') && password && (
        <Button variant="ghost" size="sm" icon="lock" onClick={onPassword}>
          {t('security.password_instead')}
        </Button>
      )}
      {mailing.told && (
        <p role="status" className="w-full px-2 text-sm text-soft">
          {mailing.told}
        </p>
      )}
    </div>
  )
}

/** Sending a code, and what came of it. */
function useMailing(onSent: () => void) {
  const t = useT()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [told, setTold] = useState('')
  const send = async () => {
    const arrived = () => {
      setSent(true)
      onSent()
    }
    setBusy(true)
    setTold('')
    try {
      await sendCode()
      if (sent) setTold(t('security.code_sent_again'))
      arrived()
    } catch (error) {
      // One that was sent a moment ago still works.
      if (error instanceof ApiError && error.code === 'rate_limited') arrived()
      setTold(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, sent, told }
}

function proofOf(asksFor: AsksFor, value: string): Proof {
  if (asksFor === 'password') return { password: value }
  const bare = value.replace(/\s/g, '')
  return asksFor === 'factor' ? { factor: bare } : { code: bare }
}

function useProving(focus: () => void, onShown: () => void) {
  const fieldText = useFieldText()
  const errorText = useErrorText()
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const refuse = (text: string) => {
    setProblem(text)
    setBusy(false)
    focus()
  }
  const prove = async (asksFor: AsksFor) => {
    if (busy) return
    if (value.trim() === '') return refuse(fieldText('required', asksFor === 'password' ? 'password' : 'code'))
    setBusy(true)
    try {
      await showAgain(proofOf(asksFor, value))
      onShown()
    } catch (error) {
      refuse(errorText(error))
    }
  }
  const change = (text: string) => {
    setValue(text)
    setProblem(undefined)
  }
  return { value, change, problem, busy, prove }
}

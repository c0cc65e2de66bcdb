import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { boot } from '#lib/boot'
import { useErrorText } from '#lib/error-text'
import { showAtFields } from '#lib/forms/server-errors'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'
import { useNeedsEmail, type SignInValues } from './forms.ts'
import { keepNext, toastKey } from './model.ts'
import { sendSignInCode, startProvider } from './queries.ts'

interface OtherWaysProps {
  form: UseFormReturn<SignInValues>
  next: string
  onCode: (email: string) => void
}

/** Shows the ways to sign in that this installation has besides the password: a mailed code, other services. */
export function OtherWays({ form, next, onCode }: OtherWaysProps) {
  const t = useT()
  const { email_code: code, providers } = boot.config.sign_in
  const { busy, run } = useOneAtATime(form)
  const needsEmail = useNeedsEmail(form)
  if (!code && providers.length === 0) return null
  const sendCode = async () => {
    const email = needsEmail()
    if (email === undefined) return
    await sendSignInCode(email)
    onCode(email)
  }
  const goTo = async (provider: string) => {
    keepNext(next)
    location.assign(await startProvider(provider, next))
  }
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('accounts.or')}
      </p>
      {code && (
        <Button variant="quiet" icon="mail" wide busy={busy === 'code'} onClick={() => void run('code', sendCode)}>
          {t('accounts.send_code')}
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button key={id} variant="quiet" wide busy={busy === id} onClick={() => void run(id, () => goTo(id))}>
          <span dir="auto">{t('accounts.continue_with', { name })}</span>
        </Button>
      ))}
    </div>
  )
}

/** Runs one of the ways at a time and returns which one is busy. */
function useOneAtATime(form: UseFormReturn<SignInValues>) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState<string>()
  const run = async (way: string, work: () => Promise<void>) => {
    if (busy !== undefined) return
    setBusy(way)
    try {
      await work()
    } catch (error) {
      if (!showAtFields(form, error))
        toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: toastKey })
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, run }
}

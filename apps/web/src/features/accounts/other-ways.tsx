import type { UseFormReturn } from 'react-hook-form'
import { boot } from '#lib/boot'
import { useAction } from '#lib/forms/action'
import { showAtFields } from '#lib/forms/server-errors'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { useNeedsEmail, type SignInValues } from './forms.ts'
import { keepNext, toastKey } from './model.ts'
import { sendSignInCode, startProvider } from './queries.ts'

interface OtherWaysProps {
  form: UseFormReturn<SignInValues>
  next: string
  onCode: (email: string) => void
}

/** No service has this name. */
const mailedCode = '@code'

/** Shows the ways to sign in that this installation has besides the password: a mailed code, other services. */
export function OtherWays({ form, next, onCode }: OtherWaysProps) {
  const t = useT()
  const { email_code: code, providers } = boot.config.sign_in
  const needsEmail = useNeedsEmail(form)
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
  const { start, running } = useAction({
    toastKey,
    run: (way: string) => (way === mailedCode ? sendCode() : goTo(way)),
    onError: (error) => showAtFields(form, error),
  })
  if (!code && providers.length === 0) return null
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('accounts.or')}
      </p>
      {code && (
        <Button variant="quiet" icon="mail" wide busy={running === mailedCode} onClick={() => void start(mailedCode)}>
          {t('accounts.send_code')}
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button key={id} variant="quiet" wide busy={running === id} onClick={() => void start(id)}>
          <span dir="auto">{t('accounts.continue_with', { name })}</span>
        </Button>
      ))}
    </div>
  )
}

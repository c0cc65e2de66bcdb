import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ConfirmationPurpose } from '@samtur/contract/accounts'
import { boot } from '#lib/boot'
import { useAction } from '#lib/forms/action'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Page, PageHeader } from '#ui/page'
import { useConfirming, type Confirming } from './confirm-form.ts'
import { ContinueInApp } from './continue-in-app.tsx'
import { ConfirmWithPassword } from './confirm-password.tsx'
import { DeadLink } from './dead-link.tsx'
import { MaskedAddress } from './masked-address.tsx'
import { nextPath, toastKey } from './model.ts'

/** Opens from the mailed link. Opening it changes nothing: only a request from here confirms the address. */
export function ConfirmScreen() {
  const t = useT()
  const { confirmation } = boot.config
  const signsIn = confirmation?.state === 'ready' && confirmation.purpose === 'sign_in'
  return (
    <Page width="form">
      <PageHeader title={t(signsIn ? 'accounts.sign_in' : 'accounts.confirm_heading')} />
      <Confirmation />
    </Page>
  )
}

function Confirmation() {
  const [search] = useSearchParams()
  const next = nextPath(search)
  // The development server has no state of the link, and then the password is enough.
  const [start] = useState(
    () => boot.config.confirmation ?? ({ state: 'password', purpose: 'confirm', email: '' } as const),
  )
  const confirming = useConfirming({
    token: search.get('token') ?? '',
    flow: search.get('flow'),
    next,
    start: start.state,
  })
  if (confirming.appAddress !== undefined) return <ContinueInApp address={confirming.appAddress} />
  if (start.state === 'invalid' || confirming.state === 'invalid') return <DeadLink next={next} />
  const { purpose, email } = start
  return (
    <Card padding="lg">
      {confirming.state === 'ready' ? (
        <ConfirmAtOnce confirming={confirming} purpose={purpose} email={email} />
      ) : (
        <ConfirmWithPassword confirming={confirming} purpose={purpose} email={email} />
      )}
    </Card>
  )
}

const readyText = {
  confirm: 'accounts.confirm_ready',
  change_email: 'accounts.confirm_change_ready',
  sign_in: 'accounts.confirm_sign_in',
} as const

interface Part {
  confirming: Confirming
  purpose: ConfirmationPurpose
  email: string
}

/**
 * Confirms at once in the browser that signed up, because no mail scanner has its cookie; the button tries again after an error. A link to sign in
 * with works without a cookie, so it waits for the button.
 */
function ConfirmAtOnce({ confirming, purpose, email }: Part) {
  const t = useT()
  const begun = useRef(false)
  const { start, busy } = useAction({ toastKey, run: () => confirming.confirm({}), onError: confirming.onError })
  const begin = useEffectEvent(() => void start(undefined))
  useEffect(() => {
    if (begun.current || purpose === 'sign_in') return
    begun.current = true
    begin()
  }, [purpose])
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="text-soft">
        <T id={readyText[purpose]} values={{ email }} components={[<MaskedAddress key="email" />]} />
      </p>
      <Button size="lg" wide busy={busy} onClick={() => void start(undefined)}>
        {t(purpose === 'sign_in' ? 'accounts.sign_in' : 'accounts.confirm_button')}
      </Button>
    </div>
  )
}

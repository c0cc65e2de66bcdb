import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from '#lib/router'
import { boot } from '#lib/boot'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { useConfirming, type Confirming } from './confirm-form.ts'
import { ConfirmWithPassword } from './confirm-password.tsx'
import { DeadLink } from './dead-link.tsx'
import { MaskedAddress } from './masked-address.tsx'
import { nextPath } from './model.ts'

/** Behind the mailed link. Opening it changes nothing: only what is sent from here confirms. */
export function ConfirmScreen() {
  const [search] = useSearchParams()
  const next = nextPath(search)
  // Where the server says nothing, as in development, the password is always enough.
  const [start] = useState(
    () => boot.config.confirmation ?? ({ state: 'password', purpose: 'confirm', email: '' } as const),
  )
  const confirming = useConfirming({ token: search.get('token') ?? '', next, start: start.state })
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

interface Part {
  confirming: Confirming
  purpose: 'confirm' | 'change_email'
  email: string
}

/** In the browser that signed up, which only a person uses: nothing is left to ask. The button is for when it did not get through. */
function ConfirmAtOnce({ confirming, purpose, email }: Part) {
  const t = useT()
  const begun = useRef(false)
  const begin = useEffectEvent(() => void confirming.confirm({}))
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    begin()
  }, [])
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="text-soft">
        <T
          id={purpose === 'confirm' ? 'accounts.confirm_ready' : 'accounts.confirm_change_ready'}
          values={{ email }}
          components={[<MaskedAddress key="email" />]}
        />
      </p>
      <Button size="lg" wide busy={confirming.busy} onClick={() => void confirming.confirm({})}>
        {t('accounts.confirm_button')}
      </Button>
    </div>
  )
}

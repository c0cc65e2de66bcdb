import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { getSession, onSessionEvent } from '#lib/session'
import { signInToast, useToast } from '#ui/toast'

/** Shows a notice with a way back when the session ends without a sign-out here. */
export function useSessionNotice() {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const tell = useEffectEvent(() => {
    const next = location.pathname + location.search
    const logIn = () => void navigate(signInPath(next))
    toast({ title: t('core.signed_out'), action: { label: t('nav.login_short'), onSelect: logIn }, key: signInToast })
  })
  useEffect(
    () => onSessionEvent((event) => event === 'SIGNED_OUT' && getSession().status === 'signed-out' && tell()),
    [],
  )
}

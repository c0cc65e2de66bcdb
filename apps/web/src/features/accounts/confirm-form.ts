import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ConfirmationPurpose } from '@samtur/contract/accounts'
import { paths, signInPath } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useT } from '#lib/i18n'
import { getSession } from '#lib/session'
import { useToast } from '#ui/toast'
import { toastKey } from './model.ts'
import { confirmAddress, type ConfirmProof } from './queries.ts'

interface Options {
  token: string
  /** The flow of the app that requested the mail; null without one. */
  flow: string | null
  /** Where the person goes on afterwards. */
  next: string
  start: 'ready' | 'password' | 'invalid'
}

/** Confirms the address and goes on. The caller sends `confirm` and passes its error to `onError`. */
export function useConfirming({ token, flow, next, start }: Options) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [state, setState] = useState(start)
  const [appAddress, setAppAddress] = useState<string>()

  const showConfirmed = (signedIn: boolean) => {
    const text = t(signedIn ? 'accounts.confirmed_signed_in' : 'accounts.confirmed_signed_out')
    toast({ tone: 'success', title: t('accounts.confirmed_title'), text, key: toastKey })
  }
  const goOn = ({ purpose, appAddress }: { purpose: ConfirmationPurpose; appAddress: string | undefined }) => {
    if (appAddress !== undefined) return setAppAddress(appAddress)
    const signedIn = getSession().status === 'signed-in'
    if (purpose === 'sign_in') return navigate(signedIn ? next : signInPath(next), { replace: true })
    if (purpose === 'confirm') {
      showConfirmed(signedIn)
      return navigate(signedIn ? next : signInPath(next), { replace: true })
    }
    if (signedIn) return navigate(`${paths.security}?email=changed`, { replace: true })
    toast({ tone: 'success', title: t('accounts.confirm_changed'), key: toastKey })
    void navigate(paths.auth, { replace: true })
  }
  const confirm = async (proof: ConfirmProof) => goOn(await confirmAddress(token, flow, proof))
  /** Shows the next step after an error. Returns true when that says enough. */
  const onError = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : 'internal'
    if (code === 'invalid_token') setState('invalid')
    if (code === 'password_required') setState('password')
    return code === 'invalid_token'
  }
  return { state, appAddress, confirm, onError }
}

export type Confirming = ReturnType<typeof useConfirming>

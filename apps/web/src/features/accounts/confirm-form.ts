import { useState } from 'react'
import { useNavigate } from '#lib/router'
import { paths, signInPath } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { getSession } from '#lib/session'
import { useToast } from '#ui/toast'
import { toastKey } from './model.ts'
import { confirmAddress, type ConfirmProof } from './queries.ts'

interface Options {
  token: string
  /** Where the person goes on afterwards. */
  next: string
  start: 'ready' | 'password' | 'invalid'
}

/** Confirming, and what comes after it. `confirm` throws what belongs to a field of the caller's. */
export function useConfirming({ token, next, start }: Options) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [state, setState] = useState(start)
  const [busy, setBusy] = useState(false)

  const tell = (signedIn: boolean) => {
    const text = t(signedIn ? 'accounts.confirmed_signed_in' : 'accounts.confirmed_signed_out')
    toast({ tone: 'success', title: t('accounts.confirmed_title'), text, key: toastKey })
  }
  const goOn = (purpose: 'confirm' | 'change_email') => {
    const signedIn = getSession().status === 'signed-in'
    if (purpose === 'confirm') {
      tell(signedIn)
      return navigate(signedIn ? next : signInPath(next), { replace: true })
    }
    if (signedIn) return navigate(`${paths.security}?email=changed`, { replace: true })
    toast({ tone: 'success', title: t('accounts.confirm_changed'), key: toastKey })
    navigate(paths.auth, { replace: true })
  }
  const confirm = async (proof: ConfirmProof) => {
    setBusy(true)
    try {
      goOn(await confirmAddress(token, proof))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'internal'
      if (code === 'invalid_token') return setState('invalid')
      if (code === 'password_required') setState('password')
      if (code === 'wrong_password' || code === 'validation') throw error
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: toastKey })
    } finally {
      setBusy(false)
    }
  }
  return { state, busy, confirm }
}

export type Confirming = ReturnType<typeof useConfirming>

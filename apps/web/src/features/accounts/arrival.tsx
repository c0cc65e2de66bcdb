import { useEffect, useEffectEvent, useState } from 'react'
import type { Translate } from '@samtur/i18n/translate'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { useToast } from '#ui/toast'
import { arrivalErrorOf, cameFrom, toastKey, type ArrivalError } from './model.ts'

/** Says why the person was sent to the sign-in: the page needs it, or a link or service reported an error. */
export function Arrival({ search }: { search: URLSearchParams }) {
  const t = useT()
  const error = arrivalErrorOf(search)
  if (error) return <ArrivalProblem error={error} />
  const from = cameFrom(search)
  if (!from) return null
  return (
    <Alert title={t(from === 'chat' ? 'accounts.chat_title' : 'accounts.continue_title')} className="mb-5">
      {from === 'chat' && t('accounts.chat_text')}
    </Alert>
  )
}

/** What went wrong on the way, in words: a title and what to do. */
function arrivalTexts(t: Translate, error: ArrivalError): [title: string, text: string] {
  const texts: Record<ArrivalError, [title: string, text: string]> = {
    link: [t('accounts.link_title'), t('accounts.link_text')],
    provider: [t('accounts.provider_title'), t('account_errors.provider_refused')],
    no_account: [t('accounts.no_account_title'), t('accounts.no_account_text')],
    already_linked: [t('accounts.provider_title'), t('account_errors.already_linked')],
    account_suspended: [
      t('accounts.suspended_title'),
      t('accounts.suspended_text', { email: boot.config.support_email }),
    ],
  }
  return texts[error]
}

function ArrivalProblem({ error }: { error: ArrivalError }) {
  const t = useT()
  const [title, text] = arrivalTexts(t, error)
  return (
    <Alert tone="warning" title={title} className="mb-5">
      {text}
    </Alert>
  )
}

/** Who is signed in already goes on at once, and hears why the link led nowhere. */
export function useArrivalToast(search: URLSearchParams) {
  const t = useT()
  const toast = useToast()
  const { status } = useSession()
  const [error] = useState(() => (status === 'signed-in' ? arrivalErrorOf(search) : undefined))
  const tell = useEffectEvent((told: ArrivalError) => {
    const [title, text] = arrivalTexts(t, told)
    toast({ tone: 'error', title, text, key: toastKey })
  })
  useEffect(() => {
    if (error) tell(error)
  }, [error])
}

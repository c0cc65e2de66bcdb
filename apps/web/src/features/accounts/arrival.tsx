import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { arrivalErrorOf, cameFrom, type ArrivalError } from './model.ts'

/** Why somebody who wanted to go elsewhere is here: a page that needs a sign-in, or something that went wrong on the way. */
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

function ArrivalProblem({ error }: { error: ArrivalError }) {
  const t = useT()
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
  const [title, text] = texts[error]
  return (
    <Alert tone="warning" title={title} className="mb-5">
      {text}
    </Alert>
  )
}

import type { ApiError } from '#lib/api'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { OutsideLink } from '#ui/link'

/** Says that the account is suspended, with the reason and the address of support. */
export function SuspendedAccount({ error }: { error: ApiError }) {
  const t = useT()
  const { support_email: email } = boot.config
  const reason = error.params?.['reason']
  const action = <OutsideLink href={`mailto:${email}`}>{email}</OutsideLink>
  return (
    <Alert tone="danger" live title={t('accounts.suspended_title')} action={action}>
      {typeof reason === 'string' && reason !== '' && (
        <p dir="auto" className="mb-2 whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
      )}
      {t('accounts.suspended_ask')}
    </Alert>
  )
}

import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { useToast } from '#ui/toast'

/** The link in the confirmation mail leads to `/?confirmed=1`: said once, then the address is a plain one again. */
export function useConfirmationToast() {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { status, me } = useSession()
  const before = me?.email_verified ?? false
  const [search] = useSearchParams()
  const confirmed = search.has('confirmed')
  const failed = search.has('error')
  const told = useRef(false)

  useEffect(() => {
    // Whose address is not confirmed gets a new link there.
    const logIn = { label: t('nav.login_short'), onSelect: () => void navigate(paths.auth) }
    if (!confirmed || told.current || status === 'loading') return
    told.current = true
    if (failed && before) toast({ title: t('core.confirmed_before') })
    else if (failed)
      toast({ tone: 'error', title: t('core.error_title'), text: t('core.confirm_again'), action: logIn })
    else toast({ tone: 'success', title: t('core.confirmed_title'), text: nextStep() })
    void navigate('/', { replace: true })

    function nextStep() {
      return status === 'signed-in' ? t('core.confirmed_signed_in') : t('core.confirmed_signed_out')
    }
  }, [confirmed, failed, before, status, navigate, t, toast])
}

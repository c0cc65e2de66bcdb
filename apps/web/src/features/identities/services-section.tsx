import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from '#lib/router'
import type { OwnWaysIn } from '@samtur/contract/identities'
import { paths } from '@samtur/contract/paths'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { Panel } from '#ui/panel'
import { useToast } from '#ui/toast'
import { useReauthentication } from '../accounts/public.ts'
import { linkResult } from './model.ts'
import { startLinking, unlink, useRefreshWaysIn } from './queries.ts'

type Service = OwnWaysIn['providers'][number]

/** Accounts elsewhere that one can sign in with; nothing where no service is configured. */
export function ServicesSection({ services }: { services: readonly Service[] }) {
  const t = useT()
  const refused = useLinkResult(services)
  if (services.length === 0) return null
  return (
    <Panel id="services" title={t('security.services')} lead={t('security.services_lead')}>
      {refused && (
        <Alert tone="danger" live title={t('security.link_failed')} className="w-full">
          {t(refused === 'already_linked' ? 'account_errors.already_linked' : 'security.link_failed_text')}
        </Alert>
      )}
      <ul className="w-full">
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} />
        ))}
      </ul>
    </Panel>
  )
}

/** One comes back from the other service to an address that tells how it went: said once, then the address is a plain one again. */
function useLinkResult(services: readonly Service[]) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [result] = useState(() => linkResult(search))
  const told = useRef(false)
  const tell = useEffectEvent(() => {
    if (!result || told.current) return
    told.current = true
    const name = 'linked' in result && services.find(({ id }) => id === result.linked)?.name
    if (name) toast({ tone: 'success', title: t('security.linked', { name }), key: 'services' })
    navigate(paths.security, { replace: true })
  })
  useEffect(() => tell(), [])
  return result && 'refused' in result ? result.refused : undefined
}

function ServiceRow({ service }: { service: Service }) {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const { link, remove, busy, dialog } = useService(service, () => setAsked(false))
  const { name, linked } = service
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <p className="flex min-w-0 flex-1 basis-36 flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        {linked && (
          <Tag tone="brand" icon="check">
            {t('security.service_linked')}
          </Tag>
        )}
      </p>
      <Button
        variant="quiet"
        size="sm"
        busy={busy && !asked}
        aria-label={t(linked ? 'security.unlink_service' : 'security.link_service', { name })}
        onClick={linked ? () => setAsked(true) : link}
      >
        {t(linked ? 'security.unlink' : 'security.link')}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={remove}
        title={t('security.unlink_title', { name })}
        confirmLabel={t('security.unlink')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        busy={busy}
      >
        {t('security.unlink_text', { name })}
      </ConfirmDialog>
      {dialog}
    </li>
  )
}

function useService({ id, name }: Service, onEnd: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const refresh = useRefreshWaysIn()
  const { run, dialog } = useReauthentication()
  const [busy, setBusy] = useState(false)
  const attempt = async (action: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await run(action)
    } catch (error) {
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: 'services' })
    } finally {
      setBusy(false)
      onEnd()
    }
  }
  const link = () =>
    void attempt(async () => {
      const { url } = await startLinking(id)
      location.assign(url)
    })
  const remove = () =>
    void attempt(async () => {
      await unlink(id)
      toast({ tone: 'success', title: t('security.unlinked', { name }), key: 'services' })
      await refresh()
    })
  return { link, remove, busy, dialog }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OwnWaysIn } from '@samtur/contract/identities'
import { paths } from '@samtur/contract/paths'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { Panel } from '#ui/panel'
import { useToast } from '#ui/toast'
import { useReauthentication } from '../accounts/reauthentication.tsx'
import { linkResult } from './model.ts'
import { NameState } from './name-state.tsx'
import { startLinking, unlink, useRefreshWaysIn } from './queries.ts'

type Service = OwnWaysIn['providers'][number]

/** Lists the services that the person can sign in with. Shows nothing when none is configured. */
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

/** Reads the result of linking from the address that the service returns to, shows it once, and removes it from the address. */
function useLinkResult(services: readonly Service[]) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [result] = useState(() => linkResult(search))
  const shown = useRef(false)
  const show = useEffectEvent(() => {
    if (!result || shown.current) return
    shown.current = true
    const name = 'linked' in result && services.find(({ id }) => id === result.linked)?.name
    if (name) toast({ tone: 'success', title: t('security.linked', { name }), key: 'services' })
    void navigate(paths.security, { replace: true })
  })
  useEffect(() => show(), [])
  return result && 'refused' in result ? result.refused : undefined
}

function ServiceRow({ service }: { service: Service }) {
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const { start, busy, dialog } = useService(service, () => setConfirming(false))
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
        busy={busy && !confirming}
        aria-label={t(linked ? 'security.unlink_service' : 'security.link_service', { name })}
        onClick={() => (linked ? setConfirming(true) : void start('link'))}
      >
        {t(linked ? 'security.unlink' : 'security.link')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void start('unlink')}
        title={t('security.unlink_title', { name })}
        confirmLabel={t('security.unlink')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        busy={busy}
      >
        {t('security.unlink_text', { name })}
      </ConfirmDialog>
      <NameState service={service} busy={busy && !confirming} onConfirm={() => void start('link')} />
      {dialog}
    </li>
  )
}

function useService({ id, name }: Service, onEnd: () => void) {
  const t = useT()
  const refresh = useRefreshWaysIn()
  const { run, dialog } = useReauthentication()
  const { start, busy } = useAction({
    toastKey: 'services',
    run: (change: 'link' | 'unlink') => run(() => (change === 'link' ? link() : remove())).finally(onEnd),
    success: (_, change) => (change === 'unlink' ? { title: t('security.unlinked', { name }) } : undefined),
  })
  const link = async () => {
    const { url } = await startLinking(id)
    location.assign(url)
  }
  const remove = async () => {
    await unlink(id)
    await refresh()
  }
  return { start, busy, dialog }
}

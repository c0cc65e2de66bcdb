import { useRef, useState, type RefObject } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { focusSoon } from '#lib/focus'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button, buttonClass } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { Field } from '#ui/field'
import { Icon } from '#ui/icon'
import { Panel } from '#ui/panel'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { useReauthentication } from '../accounts/reauthentication.tsx'
import { feedQuery, useFeedChange } from './queries.ts'

/** Shows the private address of all own trips, which calendar programs read. */
export function FeedSection() {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const { url, shown, show, busy: showing, dialog: question } = useShowing(heading)
  const { change, busy, dialog } = useChange(heading)
  return (
    <Panel id="calendar" title={t('calendar.title')} lead={t('calendar.lead')} headingRef={heading}>
      {!shown && (
        <Button icon="calendar" busy={showing} onClick={show}>
          {t('calendar.show')}
        </Button>
      )}
      {shown && url === null && (
        <Button icon="calendar" busy={busy === 'renew'} onClick={() => void change('renew')}>
          {t('calendar.create')}
        </Button>
      )}
      {url && <Feed url={url} busy={busy} onChange={change} />}
      {question}
      {dialog}
    </Panel>
  )
}

/** Shows the address on request only, because it gives access to all trips. */
function useShowing(heading: RefObject<HTMLElement | null>) {
  const t = useT()
  const client = useQueryClient()
  const { data } = useQuery({ ...feedQuery, enabled: false })
  const { run, dialog } = useReauthentication()
  const { start, busy } = useAction({
    toastKey: 'calendar',
    run: () => run(() => client.query(feedQuery)),
    onDone: () => focusSoon(() => heading.current),
    failure: () => ({ title: t('calendar.failed') }),
  })
  return { url: data?.url, shown: data !== undefined, show: () => void start(undefined), busy, dialog }
}

type FeedChange = 'renew' | 'remove'

interface FeedProps {
  url: string
  busy: FeedChange | undefined
  onChange: (change: FeedChange) => Promise<void>
}

function Feed({ url, busy, onChange }: FeedProps) {
  const t = useT()
  const [confirming, setConfirming] = useState<FeedChange>()
  const copy = useCopy(url)
  const renewing = confirming === 'renew'
  return (
    <>
      <Field label={t('calendar.address')} hint={t('calendar.secret')} className="w-full">
        <TextInput readOnly dir="ltr" value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap gap-2.5">
        {/* The device's calendar opens this link and offers to subscribe. */}
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass({ size: 'sm' })}>
          <Icon name="calendar" size={18} />
          {t('calendar.open')}
        </a>
        <Button variant="quiet" size="sm" icon="copy" onClick={() => void copy()}>
          {t('calendar.copy')}
        </Button>
        <Button variant="ghost" size="sm" icon="refresh" onClick={() => setConfirming('renew')}>
          {t('calendar.renew')}
        </Button>
        <Button variant="ghost" size="sm" icon="trash" onClick={() => setConfirming('remove')}>
          {t('calendar.remove')}
        </Button>
      </div>
      <ConfirmDialog
        open={confirming !== undefined}
        onClose={() => setConfirming(undefined)}
        onConfirm={() => {
          if (confirming) void onChange(confirming).then(() => setConfirming(undefined))
        }}
        title={t(renewing ? 'calendar.renew_title' : 'calendar.remove_title')}
        confirmLabel={t(renewing ? 'calendar.renew' : 'calendar.remove')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        variant="danger"
        busy={busy !== undefined}
      >
        {t(renewing ? 'calendar.renew_text' : 'calendar.remove_text')}
      </ConfirmDialog>
    </>
  )
}

/** The focus goes to the heading, because the pressed button disappears. */
function useChange(heading: RefObject<HTMLElement | null>) {
  const t = useT()
  const { mutateAsync } = useFeedChange()
  const { run, dialog } = useReauthentication()
  const { start: change, running } = useAction({
    toastKey: 'calendar',
    run: (which: FeedChange) => run(() => mutateAsync(which)),
    success: (_, which) => ({ title: t(which === 'renew' ? 'calendar.created' : 'calendar.removed') }),
    onDone: () => focusSoon(() => heading.current),
    failure: () => ({ title: t('calendar.not_changed') }),
  })
  return { change, dialog, busy: running }
}

/** Copies the address. When the clipboard is not available a toast says so, and the address can be selected. */
function useCopy(url: string) {
  const t = useT()
  const toast = useToast()
  return async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ tone: 'success', title: t('calendar.copied'), key: 'calendar' })
    } catch {
      toast({ tone: 'error', title: t('calendar.copy_failed'), text: t('calendar.copy_failed_text'), key: 'calendar' })
    }
  }
}

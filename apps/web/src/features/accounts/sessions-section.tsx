import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '@samtur/contract/accounts'
import { session as limits } from '@samtur/contract/constants'
import { useAction } from '#lib/forms/action'
import { useFormat } from '#lib/format'
import { useLoadFailure, type Failing } from '#lib/failure'
import { useT } from '#lib/i18n'
import { useRelative } from '#lib/relative'
import { signOut } from '#lib/sign-out'
import { Failure } from '#ui/failure'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { Panel } from '#ui/panel'
import { Loading, Skeleton } from '#ui/skeleton'
import { DeviceIcon, deviceText } from './device.tsx'
import { useReauthentication } from './reauthentication.tsx'
import { sessionsQuery, useEndSession, useEndSessions } from './queries.ts'

/** Where one is signed in, this device first. */
export function SessionsSection() {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery(sessionsQuery)
  const sessions = query.data
  return (
    <Panel id="sessions" title={t('security.sessions')} lead={t('security.sessions_lead')} headingRef={heading}>
      <p className="text-sm text-soft">
        {t('security.sessions_limits', { count: limits.maxPerAccount, days: limits.maxDays })}
      </p>
      {!sessions && !query.isError && <SessionsSkeleton />}
      {query.isError && <LoadFailure query={query} />}
      {sessions && (
        <>
          <ul className="w-full">
            {sessions.map((session) => (
              // What was pressed goes away with its row.
              <SessionRow key={session.id} session={session} onEnded={() => heading.current?.focus()} />
            ))}
          </ul>
          <EndMany others={sessions.length > 1} onEnded={() => heading.current?.focus()} />
        </>
      )}
    </Panel>
  )
}

function SessionRow({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const t = useT()
  const format = useFormat()
  const relative = useRelative()
  const { mutateAsync: end } = useEndSession()
  const { run, dialog } = useReauthentication()
  const { current, created_at, last_active_at, device, ip_address } = session
  const name = deviceText(t, device)
  const { start, busy } = useAction({
    toastKey: 'sessions',
    run: () => run(() => end(session)),
    success: () => ({ title: t('security.session_ended'), text: name }),
    onDone: onEnded,
    failure: () => ({ title: t('security.end_failed') }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5 first:border-t-0 first:pt-0">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <DeviceIcon kind={device.kind} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {/* Not isolated: the words between the names run with the page. */}
            <span className="font-semibold">{name}</span>
            {current && <Tag tone="brand">{t('security.this_device')}</Tag>}
          </p>
          <p className="flex flex-wrap gap-x-2 text-sm text-soft">
            <span>
              {current ? (
                t('security.active_now')
              ) : (
                <time dateTime={last_active_at}>{t('security.last_active', { when: relative(last_active_at) })}</time>
              )}
            </span>
            <time dateTime={created_at} className="before:me-2 before:content-['·'] max-sm:before:hidden">
              {t('security.since', { date: format.dateTime(created_at) })}
            </time>
          </p>
          {ip_address && (
            <p className="text-sm text-soft">
              {t('security.ip_address')}{' '}
              <bdi dir="ltr" className="wrap-anywhere tabular">
                {ip_address}
              </bdi>
            </p>
          )}
        </div>
      </div>
      {!current && (
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          aria-label={t('security.end_session_of', { device: name })}
          className="max-sm:ms-10"
          onClick={() => void start(undefined)}
        >
          {t('security.end_session')}
        </Button>
      )}
      {dialog}
    </li>
  )
}

/** Ends the other sessions at once, or all of them after a confirmation, which signs out here too. */
function EndMany({ others, onEnded }: { others: boolean; onEnded: () => void }) {
  const t = useT()
  const { mutateAsync: end } = useEndSessions()
  const { run, dialog } = useReauthentication()
  const [confirming, setConfirming] = useState(false)
  const failure = () => ({ title: t('security.end_failed') })
  const ofOthers = useAction({
    toastKey: 'sessions',
    run: async () => {
      let count = 0
      return (await run(async () => (count = (await end('others')).ended))) && { count }
    },
    success: ({ count }) => ({ title: t('security.sessions_ended', { count }) }),
    onDone: onEnded,
    failure,
  })
  const ofAll = useAction({
    toastKey: 'sessions',
    // Signing out clears what this browser stores of the person, and goes to the start page.
    run: async () => (await run(() => end('all'))) && signOut(),
    onError: () => setConfirming(false),
    failure,
  })
  return (
    <div className="flex flex-wrap gap-3">
      {others && (
        <Button variant="quiet" icon="logout" busy={ofOthers.busy} onClick={() => void ofOthers.start(undefined)}>
          {t('security.end_others')}
        </Button>
      )}
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        {t('security.end_all')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void ofAll.start(undefined)}
        title={t('security.end_all_title')}
        confirmLabel={t('security.end_all')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        variant="danger"
        busy={ofAll.busy}
      >
        {t('security.end_all_text')}
      </ConfirmDialog>
      {dialog}
    </div>
  )
}

function LoadFailure({ query }: { query: Failing }) {
  const t = useT()
  return <Failure {...useLoadFailure(query)} title={t('security.sessions_failed')} className="w-full" />
}

function SessionsSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')} className="flex w-full flex-col gap-6">
      {[0, 1].map((index) => (
        <div key={index} className="flex gap-3">
          <Skeleton className="size-7 shrink-0" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-5 w-44" />
            <Skeleton className="h-4 w-64" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

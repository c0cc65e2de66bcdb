import { useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UndeliveredMail } from '@samtur/contract/moderation'
import type { Translate } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { type Status, StatusBadge } from '#ui/status-badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { LongList } from '#ui/long-list'
import { LoadFailure } from './admin-states.tsx'
import { undeliveredQuery, useResendMail } from './queries.ts'

// i18n-dynamic: admin.mail_about.*
const aboutText = (t: Translate, { slice }: UndeliveredMail) => t(`admin.mail_about.${slice}`)
// i18n-dynamic: admin.mail_state.*
const stateText = (t: Translate, { state }: UndeliveredMail) => t(`admin.mail_state.${state}`)

const looks: Record<UndeliveredMail['state'], Status> = { given_up: 'rejected', waiting: 'pending', sent: 'accepted' }

/** Undelivered mails, newest first; those given up can be sent again. */
export function MailList() {
  const t = useT()
  const query = useInfiniteQuery(undeliveredQuery)
  const mails = query.data?.pages.flatMap(({ items }) => items)
  if (!mails && !query.isError)
    return (
      <Card padding="none">
        <RowsSkeleton label={t('core.loading')} />
      </Card>
    )
  return (
    <>
      <p className="mb-4 max-w-text text-soft">{t('admin.mails_text')}</p>
      {query.isError && <LoadFailure query={query} what={t('admin.mails_failed')} />}
      {mails?.length === 0 && <EmptyState title={t('admin.mails_empty')} />}
      {mails && mails.length > 0 && (
        <LongList moreLabel={t('admin.show_more')} label={t('admin.tab_mails')} query={query} inset>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </LongList>
      )}
    </>
  )
}

function MailRow({ mail }: { mail: UndeliveredMail }) {
  const t = useT()
  const format = useFormat()
  const { mutateAsync } = useResendMail()
  const row = useRef<HTMLLIElement>(null)
  const { recipient, state, attempts, created_at, at } = mail
  const { start, busy } = useAction({
    toastKey: 'mails',
    run: () => mutateAsync(mail.id),
    success: () => ({ title: t('admin.mail_resent') }),
    // The pressed button goes away with the old state.
    onDone: () => row.current?.focus(),
  })
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
    >
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{aboutText(t, mail)}</span>
          <bdi className="wrap-anywhere">{recipient}</bdi>
          <StatusBadge status={looks[state]}>{stateText(t, mail)}</StatusBadge>
        </p>
        <p>{reasonText(t, mail)}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          <time dateTime={created_at}>{format.dateTime(created_at)}</time>
          <span>{t('admin.mail_attempts', { count: attempts })}</span>
          {state === 'waiting' && at && <span>{t('admin.mail_next', { time: format.dateTime(at) })}</span>}
        </p>
      </div>
      {state === 'given_up' && (
        <Button
          variant="quiet"
          size="sm"
          icon="mail"
          busy={busy}
          aria-label={t('admin.mail_resend_to', { address: recipient })}
          onClick={() => void start(undefined)}
        >
          {t('admin.mail_resend')}
        </Button>
      )}
    </li>
  )
}

/** Returns the reason: a mail server's three-digit code, or a failure before it was reached. */
const reasonText = (t: Translate, { reason }: UndeliveredMail) =>
  /^\d{3}$/.test(reason) ? t('admin.mail_answered', { code: reason }) : t('admin.mail_unreachable', { code: reason })

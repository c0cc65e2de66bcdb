import { useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UndeliveredMail } from '@samtur/contract/operations'
import type { Translate } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { type Status, StatusBadge } from '#ui/status-badge'
import { Button } from '#ui/button'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { LoadFailure } from '../moderation/admin-states.tsx'
import { mailReason } from './model.ts'
import { Part, rowClass } from './parts.tsx'
import { undeliveredQuery, useResendMail, useResendMails } from './queries.ts'

// i18n-dynamic: operations.mail_topic.*
const topicText = (t: Translate, { topic }: UndeliveredMail) => t(`operations.mail_topic.${topic}`)
// i18n-dynamic: operations.mail_state.*
const stateText = (t: Translate, { state }: UndeliveredMail) => t(`operations.mail_state.${state}`)
// i18n-dynamic: operations.mail_reason.*
const reasonText = (t: Translate, { reason: code }: UndeliveredMail) =>
  t(`operations.mail_reason.${mailReason(code)}`, { code })

const looks: Record<UndeliveredMail['state'], Status> = {
  given_up: 'rejected',
  expired: 'cancelled',
  waiting: 'pending',
  sent: 'accepted',
}

/** Undelivered mails, newest first; those given up can be sent again, one or all. `failed` is the number of those. */
export function MailList({ failed }: { failed: number }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useInfiniteQuery(undeliveredQuery)
  const mails = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Part
      name="mails"
      title={t('operations.mails')}
      condition={failed > 0 ? 'slow' : 'fine'}
      headingRef={heading}
      action={failed > 0 && <ResendAll count={failed} onDone={() => heading.current?.focus()} />}
    >
      {query.isError && (
        <div className="px-4 sm:px-5">
          <LoadFailure query={query} what={t('operations.mails_failed')} />
        </div>
      )}
      {!mails && !query.isError && <RowsSkeleton label={t('core.loading')} rows={2} />}
      {mails?.length === 0 && <p className={`${rowClass} text-soft`}>{t('operations.mails_empty')}</p>}
      {mails && mails.length > 0 && (
        <>
          <p className="max-w-text px-4 pb-3.5 text-soft sm:px-5">{t('operations.mails_text')}</p>
          <ul>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
          {query.hasNextPage && (
            <div className="flex justify-center border-t border-line p-3">
              <Button
                variant="quiet"
                size="sm"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('admin.show_more')}
              </Button>
            </div>
          )}
        </>
      )}
    </Part>
  )
}

/** `onDone` moves the focus, because the button goes away with the last mail that was given up. */
function ResendAll({ count, onDone }: { count: number; onDone: () => void }) {
  const t = useT()
  const { mutateAsync } = useResendMails()
  const { start, busy } = useAction({
    toastKey: 'mails',
    run: () => mutateAsync(),
    success: (result) => ({ title: t('operations.mails_resent', result) }),
    onDone,
  })
  return (
    <Button variant="quiet" size="sm" icon="mail" busy={busy} onClick={() => void start(undefined)}>
      {t('operations.mails_resend_all', { count })}
    </Button>
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
    success: (result) => ({
      title: t(result.state === 'expired' ? 'operations.mail_expired' : 'operations.mail_resent'),
    }),
    // The pressed button goes away with the old state.
    onDone: () => row.current?.focus(),
  })
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={`${rowClass} flex flex-wrap items-center gap-x-4 gap-y-2 focus-visible:-outline-offset-2`}
    >
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{topicText(t, mail)}</span>
          <bdi className="wrap-anywhere">{recipient}</bdi>
          <StatusBadge status={looks[state]}>{stateText(t, mail)}</StatusBadge>
        </p>
        <p className="max-w-text">{reasonText(t, mail)}</p>
        {state === 'expired' && <p className="max-w-text">{t('operations.mail_expired')}</p>}
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          <time dateTime={created_at}>{format.dateTime(created_at)}</time>
          <span>{t('operations.mail_attempts', { count: attempts })}</span>
          {state === 'waiting' && at && <span>{t('operations.mail_next', { time: format.dateTime(at) })}</span>}
        </p>
      </div>
      {state === 'given_up' && (
        <Button
          variant="quiet"
          size="sm"
          icon="mail"
          busy={busy}
          aria-label={t('operations.mail_resend_to', { address: recipient })}
          onClick={() => void start(undefined)}
        >
          {t('operations.mail_resend')}
        </Button>
      )}
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n'
import { unreadQuery as unreadMessages } from '../chat/unread.ts'
import { cappedCount } from './model.ts'
import { unreadQuery } from './queries.ts'

/**
 * The number of unread notifications and messages together, and both in words, in place of the bell with very large text.
 * The bell and the dots on the same page keep it fresh.
 */
export function SumMark() {
  const t = useT()
  const notifications = useQuery(unreadQuery).data?.unread ?? 0
  const messages = useQuery(unreadMessages).data?.total ?? 0
  const sum = notifications + messages
  if (sum === 0) return null
  return (
    <span className="hidden max-[20rem]:contents">
      <span aria-hidden="true" className={mark}>
        {cappedCount(sum)}
      </span>
      <span className="sr-only">
        {notifications > 0 && `, ${t('nav.notifications_unread', { count: notifications })}`}
        {messages > 0 && `, ${t('nav.chat_unread')}`}
      </span>
    </span>
  )
}

const mark =
  'absolute end-0 top-0.5 min-w-5 rounded-full bg-danger px-1 text-center text-[0.6875rem]/5 font-semibold text-on-danger tabular'

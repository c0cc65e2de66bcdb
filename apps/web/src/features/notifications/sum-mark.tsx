import { useQuery } from '@tanstack/react-query'
import { unreadQuery as unreadMessages } from '../chat/unread.ts'
import { cappedCount } from './model.ts'
import { unreadQuery } from './queries.ts'

/** The number of unread notifications and messages together. The bell and the dots on the same page keep it fresh. */
export function SumMark() {
  const notifications = useQuery(unreadQuery).data?.unread ?? 0
  const messages = useQuery(unreadMessages).data?.total ?? 0
  const sum = notifications + messages
  return (
    sum > 0 && (
      <span
        aria-hidden="true"
        className="absolute end-0 top-0.5 hidden min-w-5 justify-center rounded-full bg-danger px-1 text-[0.6875rem]/5 font-semibold text-on-danger tabular max-[20rem]:flex"
      >
        {cappedCount(sum)}
      </span>
    )
  )
}

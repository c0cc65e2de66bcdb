import { useEffect, useRef, type MouseEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ChatSummary } from '@samtur/contract/chat'
import { paths, ridePath } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { PersonName, ProfileLink } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Icon } from '#ui/icon'
import { RouteRow } from '#ui/route-row'
import { Skeleton } from '#ui/skeleton'
import { TimeRange } from '#ui/time-range'
import { ConversationMenu } from './conversation-menu.tsx'
import { ownPart } from './model.ts'
import { pinnedRideQuery } from './queries.ts'
import { TripChoice } from './trip-choice.tsx'
import { useToastsBelow } from './viewport.ts'

/** The other person, and the trip that the conversation is about. */
export function ConversationHeader({ chat }: { chat: ChatSummary }) {
  const { other, ride_id } = chat
  const heading = useFocusOnPhone()
  const header = useToastsBelow()
  return (
    <header ref={header} className="border-b border-line">
      <div className="flex min-h-16 items-center gap-1 px-2 sm:px-4">
        <BackToList />
        <ProfileLink person={other} className="group min-w-0 rounded-field no-underline">
          <div className="flex min-h-12 items-center gap-3 pe-3">
            <Avatar name={other.full_name} src={other.profile_picture} />
            <h2
              ref={heading}
              tabIndex={-1}
              className="min-w-0 truncate font-sans text-lg font-semibold group-hover:underline"
            >
              <PersonName name={other.full_name} />
            </h2>
          </div>
        </ProfileLink>
        <ConversationMenu chat={chat} />
      </div>
      {ride_id && (
        <div className="flex items-stretch border-t border-line">
          <PinnedRide id={ride_id} />
          <TripChoice chat={chat} />
        </div>
      )}
    </header>
  )
}

/** Back to where one was in the list, when one came from there. */
function BackToList() {
  const t = useT()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { fromList?: boolean } | null }
  const goBack = (event: MouseEvent) => {
    if (!state?.fromList) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={paths.chat}
      onClick={goBack}
      aria-label={t('chat.back')}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-field hover:bg-sunk md:hidden"
    >
      <Icon name="arrow-start" size={22} />
    </Link>
  )
}

/** On a phone the list has gone, and the focus with it. */
function useFocusOnPhone() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!globalThis.matchMedia?.('(min-width: 56.25rem)').matches) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** The trip the conversation is about. A trip that cannot be shown is simply not there. */
function PinnedRide({ id }: { id: string }) {
  const t = useT()
  const format = useFormat()
  const { data: ride, isPending } = useQuery(pinnedRideQuery(id))
  if (isPending) {
    return (
      <div className={pinned}>
        <Skeleton className="h-4 w-56" />
      </div>
    )
  }
  if (!ride) return null
  const { from, to, departs, arrives, section } = ownPart(ride)
  return (
    <Link to={ridePath(id, section)} className={`${pinned} no-underline hover:bg-sunk focus-visible:-outline-offset-2`}>
      <span className="sr-only">{t('chat.about_ride')} </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5">
        <RouteRow from={from} to={to} toLabel={t('core.to')} className="font-medium wrap-anywhere" />
        <span className="text-soft">
          {format.date(departs)}{' '}
          <TimeRange>
            <time dateTime={departs}>{format.time(departs)}</time>–
            <time dateTime={arrives}>{format.time(arrives)}</time>
          </TimeRange>{' '}
          {format.zone(departs)}
        </span>
        {ride.status === 'cancelled' && <span className="font-medium text-danger">{t('chat.ride_cancelled')}</span>}
      </span>
      <Icon name="chevron-end" size={18} className="text-soft" />
    </Link>
  )
}

const pinned = 'flex min-h-11 min-w-0 flex-1 items-center gap-2 ps-4 pe-3 py-2 text-sm sm:ps-5 sm:pe-4'

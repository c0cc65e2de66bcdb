import type { OwnReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useNow } from '#lib/use-now'
import { Page, PageHeader } from '#ui/page'
import { DetourCard } from '../rides/detour-card.tsx'
import { AnotherRide, LostRide } from './another-ride.tsx'
import { AnswerTime } from './answer-time.tsx'
import { ContactBlock } from './contact-block.tsx'
import { ChangeBlock } from './change-block.tsx'
import { Entries, MoreEntries } from './endless-list.tsx'
import { ListSkeleton, LoadFailure, Remembered } from './list-states.tsx'
import { isOver, isWithdrawable, splitReservations } from './model.ts'
import { AgreedActions, OwnMessage, ReservationTools } from './own-reservation-card.tsx'
import { useLiveLists, useMyReservations, useReservationsAsOf } from './queries.ts'
import { ReservationEnding } from './reservation-ending.tsx'
import { ReservationStatus } from './reservation-status.tsx'
import { NoReservations, PastReservations } from './reservations-tab.tsx'
import { TodayBanner } from './today-banner.tsx'
import { useWaitingEntries } from './waiting-queries.ts'
import { Offers, WaitingLists } from './waiting-section.tsx'

/** The passenger's reservations, newest first; what is over stands apart. */
export function ReservationsPage() {
  const t = useT()
  return (
    <Page>
      <PageHeader title={t('reservations.my_reservations')} />
      <ReservationList />
    </Page>
  )
}

function ReservationList() {
  const t = useT()
  const query = useMyReservations()
  const now = useNow()
  useLiveLists()
  const items = query.data
  const asOf = useReservationsAsOf()
  const waiting = useWaitingEntries()
  if (!items && !query.isError) return <ListSkeleton label={t('reservations.loading')} />
  const coming = (items ?? []).filter(({ ride }) => !isOver(ride, now))
  const { past } = splitReservations(items ?? [], now)
  return (
    <>
      <Remembered asOf={asOf} query={query} />
      <TodayBanner reservations={items} now={now} />
      <LoadFailure query={query} what={t('reservations.load_failed')} />
      <Offers query={waiting} now={now} />
      {items?.length === 0 && !waiting.data?.length && <NoReservations />}
      {coming.length > 0 && (
        <Entries items={coming} className="grid items-start gap-x-4 gap-y-7 sm:gap-x-4.5 md:grid-cols-2">
          {(reservation) => <ReservationWithRide reservation={reservation} now={now} />}
        </Entries>
      )}
      <WaitingLists query={waiting} quiet={query.isError || asOf !== undefined} first={coming.length === 0} />
      {past.length > 0 && <PastReservations items={past} now={now} />}
      <MoreEntries query={query} failed={t('reservations.load_failed')} />
    </>
  )
}

function ReservationWithRide({ reservation, now }: { reservation: OwnReservation; now: number }) {
  const t = useT()
  const format = useFormat()
  const { ride, contact, message, change, ended_by, end_reason } = reservation
  const withdrawable = isWithdrawable(reservation, now)
  const extras = (message || contact || withdrawable || end_reason || ended_by) && (
    <div className="relative z-1 col-span-full flex flex-col gap-3">
      {change && withdrawable && <ChangeBlock reservation={reservation} change={change} />}
      <ReservationEnding endedBy={ended_by} reason={end_reason} reader="passenger" />
      <LostRide reservation={reservation} now={now} />
      <AnotherRide reservation={reservation} now={now} />
      <AnswerTime reservation={reservation} now={now} reader="passenger" />
      {message && <OwnMessage text={message} />}
      {contact && <ContactBlock contact={contact} ride={ride} />}
      {reservation.status === 'accepted' && (
        <div className="flex flex-wrap justify-end gap-2.5">
          <AgreedActions reservation={reservation} />
        </div>
      )}
      <ReservationTools reservation={reservation} now={now} />
    </div>
  )
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ReservationStatus status={reservation.status} endedBy={ended_by} />
        <span className="font-semibold">{t('reservations.seats', { count: reservation.seats_requested })}</span>
        <time dateTime={reservation.created_at} className="text-sm text-soft">
          {t('reservations.sent_on', { date: format.date(reservation.created_at) })}
        </time>
      </div>
      <DetourCard ride={ride} answered={reservation.status !== 'pending'} level="h2" actions={extras} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ChatSummary } from '@samtur/contract/chat'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useLive } from '#lib/live'
import { DisclosureMenu } from '#ui/disclosure-menu'
import { RouteRow } from '#ui/route-row'
import { useFailureToast } from './failure.tsx'
import { tripsQuery, useOpenChat } from './queries.ts'

/** Chooses which of several trips of the two the conversation is about. */
export function TripChoice({ chat: { id, ride_id, other } }: { chat: ChatSummary }) {
  const t = useT()
  const format = useFormat()
  const { fail, forget } = useFailureToast('chat-trip')
  const { data, refetch } = useQuery(tripsQuery(id))
  const { mutate } = useOpenChat()
  useLive('inbox', (event) => {
    if (event.event === 'changed' && event.what === 'reservations') void refetch()
  })
  const trips = data?.items ?? []
  // Where the pinned one is none of them, one alone is a choice too.
  if (!trips.some((trip) => trip.ride_id !== ride_id)) return null
  const pin = (rideId: string) =>
    mutate({ userId: other.id, rideId }, { onSuccess: forget, onError: (error) => fail(t('chat.trip_failed'), error) })
  return (
    <DisclosureMenu
      align="end"
      label={t('chat.other_trip')}
      buttonClassName="inline-flex min-h-11 shrink-0 items-center gap-1 px-3 text-sm text-link hover:bg-sunk"
      items={trips.map((trip) => ({
        key: trip.ride_id,
        current: trip.ride_id === ride_id,
        onSelect: () => pin(trip.ride_id),
        label: (
          <span className="flex flex-col gap-0.5 text-sm">
            <RouteRow
              from={trip.start_location}
              to={trip.end_location}
              toLabel={t('core.to')}
              className="font-medium"
            />
            <time dateTime={trip.departure_time} className="text-soft">
              {format.dateTime(trip.departure_time)}
            </time>
          </span>
        ),
      }))}
    />
  )
}

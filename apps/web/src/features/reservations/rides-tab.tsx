import { useEffect, useRef, useState } from 'react'
import { paths } from '@samtur/contract/paths'
import type { OwnRide } from '@samtur/contract/reservations'
import type { MessageId } from '@samtur/i18n/translate'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { LoadMore } from '#ui/load-more'
import { Entries, focusEntry, MoreEntries } from './endless-list.tsx'
import { ListSection } from './list-section.tsx'
import { ListSkeleton, LoadFailure, Remembered } from './list-states.tsx'
import { countPassengers, openRequests, splitRides } from './model.ts'
import { useAnswer, useRidesAsOf, type Answer, type GivenAnswer, type Said, type useMyRides } from './queries.ts'
import { RequestCard } from './request-card.tsx'
import { requestElementId } from './ride-request.tsx'
import { RideRow } from './ride-row.tsx'

interface RidesTabProps {
  query: ReturnType<typeof useMyRides>
  now: number
}

/** Of the rides that are over; the others show on request. */
const shownPast = 3

export function RidesTab({ query, now }: RidesTabProps) {
  const t = useT()
  const items = query.data
  const asOf = useRidesAsOf()
  const { answer, answering } = useAnswering(items, now)
  const [allPast, setAllPast] = useState(false)
  if (!items && !query.isError) return <ListSkeleton label={t('reservations.loading_rides')} />
  const open = openRequests(items ?? [], now)
  const { upcoming, unasked, past } = splitRides(items ?? [], now)
  const fetchNextPage = () => {
    setAllPast(true)
    return query.fetchNextPage()
  }
  const hidden = allPast ? undefined : past[shownPast]
  const next = open.length === 0 && upcoming.find((ride) => countPassengers(ride) > 0)
  const rows = (rides: readonly OwnRide[]) => (
    <Entries items={rides} className="divide-y divide-line rounded-card border border-line bg-surface">
      {(ride) => <RideRow ride={ride} opened={ride === next} now={now} answering={answering} onAnswer={answer} />}
    </Entries>
  )
  return (
    <>
      <Remembered asOf={asOf} query={query} />
      <LoadFailure query={query} what={t('reservations.load_rides_failed')} />
      {items?.length === 0 && <NoRides />}
      {open.length > 0 && (
        <ListSection title={t('reservations.needs_answer', { count: open.length })}>
          <ul className="grid gap-2 sm:gap-4 md:grid-cols-2">
            {open.map(({ ride, request }) => (
              <RequestCard
                key={request.id}
                ride={ride}
                request={request}
                now={now}
                answering={answering?.id === request.id ? answering.answer : undefined}
                onAnswer={(given, said) => answer(request.id, given, said)}
              />
            ))}
          </ul>
        </ListSection>
      )}
      {upcoming.length > 0 && <ListSection title={t('reservations.upcoming_rides')}>{rows(upcoming)}</ListSection>}
      {unasked.length > 0 && <ListSection title={t('reservations.unasked')}>{rows(unasked)}</ListSection>}
      {past.length > 0 && (
        <ListSection title={t('reservations.past_rides')}>{rows(hidden ? past.slice(0, shownPast) : past)}</ListSection>
      )}
      {hidden ? (
        <LoadMore
          label={t('reservations.show_more')}
          busy={false}
          byButton
          onMore={() => {
            setAllPast(true)
            focusEntry(hidden.id)
          }}
          className="mt-4"
        />
      ) : (
        <MoreEntries query={{ ...query, fetchNextPage }} failed={t('reservations.load_rides_failed')} />
      )}
    </>
  )
}

function NoRides() {
  const t = useT()
  return (
    <EmptyState
      drawing={<Landscape scene="rides" />}
      title={t('reservations.empty_rides_title')}
      text={t('reservations.empty_rides_text')}
      action={
        <ButtonLink icon="plus" to={paths.publishRide}>
          {t('reservations.publish_ride')}
        </ButtonLink>
      }
    />
  )
}

const doneTexts = {
  accept: 'reservations.accepted_toast',
  accept_only: 'reservations.accepted_toast',
  reject: 'reservations.rejected_toast',
  remove: 'reservations.removed_toast',
} as const satisfies Record<Answer, MessageId>

const statusOf = (items: readonly OwnRide[], id: string) =>
  items.flatMap(({ reservations }) => reservations).find((request) => request.id === id)?.status

function useAnswering(items: readonly OwnRide[] = [], now: number) {
  const t = useT()
  const { mutateAsync } = useAnswer()
  const open = openRequests(items, now).map(({ request }) => request.id)
  const answered = useRef<{ id: string; status: string | undefined; at: number }>(undefined)

  // The pressed button goes away with its card: the focus moves to the next request, or to the passenger where none is left.
  // The live event can bring the new status before the response, so the request is remembered from when it was sent.
  useEffect(() => {
    const sent = answered.current
    if (!sent || statusOf(items, sent.id) === sent.status) return
    answered.current = undefined
    const focused = document.activeElement
    if (focused && focused !== document.body) return
    const place = document.getElementById(requestElementId(open[Math.min(sent.at, open.length - 1)] ?? sent.id))
    place?.closest('details')?.setAttribute('open', '')
    place?.focus()
  }, [items, open])

  const { start, running } = useAction({
    toastKey: 'answer',
    run: (given: GivenAnswer) => {
      answered.current = { id: given.id, status: statusOf(items, given.id), at: open.indexOf(given.id) }
      return mutateAsync(given)
    },
    success: (_, { answer }) => ({ title: t(doneTexts[answer]) }),
    failure: t('reservations.update_failed'),
  })
  return {
    answer: (id: string, answer: Answer, said?: Said) => void start({ id, answer, ...said }),
    answering: running,
  }
}

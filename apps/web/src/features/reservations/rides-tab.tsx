import { useEffect, useRef } from 'react'
import { paths } from '@samtur/contract/paths'
import type { OwnRide } from '@samtur/contract/reservations'
import type { MessageId } from '@samtur/i18n/translate'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Section } from '#ui/page'
import { Entries, MoreEntries } from './endless-list.tsx'
import { ListSkeleton, LoadFailure, Remembered } from './list-states.tsx'
import { splitRides } from './model.ts'
import { OwnRideCard } from './own-ride-card.tsx'
import { PastRide } from './past-ride.tsx'
import { useAnswer, useRidesAsOf, type Answer, type GivenAnswer, type Said, type useMyRides } from './queries.ts'
import { requestElementId } from './ride-request.tsx'

interface RidesTabProps {
  query: ReturnType<typeof useMyRides>
  now: number
}

export function RidesTab({ query, now }: RidesTabProps) {
  const t = useT()
  const items = query.data
  const asOf = useRidesAsOf()
  const { answer, answering } = useAnswering(items)
  if (!items && !query.isError) return <ListSkeleton label={t('reservations.loading_rides')} wide />
  const { toAnswer, upcoming, past } = splitRides(items ?? [], now)
  const shared = { now, answering, onAnswer: answer }
  const cards = (rides: readonly OwnRide[]) => (
    <Entries items={rides} className="grid gap-4 sm:gap-4.5">
      {(ride) => <OwnRideCard ride={ride} {...shared} />}
    </Entries>
  )
  return (
    <>
      <Remembered asOf={asOf} query={query} />
      <LoadFailure query={query} what={t('reservations.load_rides_failed')} />
      {items?.length === 0 && <NoRides />}
      {toAnswer.length > 0 && (
        <Section title={t('reservations.needs_answer')}>
          <p className="-mt-2 mb-4 text-soft">{t('reservations.needs_answer_text')}</p>
          {cards(toAnswer)}
        </Section>
      )}
      {upcoming.length > 0 && <Section title={t('reservations.upcoming_rides')}>{cards(upcoming)}</Section>}
      {past.length > 0 && (
        <Section title={t('reservations.past_rides')}>
          <Entries items={past} className="divide-y divide-line rounded-card border border-line bg-surface">
            {(ride) => <PastRide ride={ride} {...shared} />}
          </Entries>
        </Section>
      )}
      <MoreEntries query={query} failed={t('reservations.load_rides_failed')} />
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

const statusOf = (items: readonly OwnRide[] | undefined, id: string) =>
  items?.flatMap(({ reservations }) => reservations).find((request) => request.id === id)?.status

function useAnswering(items: readonly OwnRide[] | undefined) {
  const t = useT()
  const { mutateAsync } = useAnswer()
  const answered = useRef<{ id: string; status: string | undefined }>(undefined)

  // The pressed button goes away with the old status, and the ride may move to another section: the focus moves to the request.
  // The live event can bring the new status before the response, so the request is remembered from when it was sent.
  useEffect(() => {
    const sent = answered.current
    if (!sent || statusOf(items, sent.id) === sent.status) return
    answered.current = undefined
    const focused = document.activeElement
    if (!focused || focused === document.body) document.getElementById(requestElementId(sent.id))?.focus()
  }, [items])

  const { start, running } = useAction({
    toastKey: 'answer',
    run: (given: GivenAnswer) => {
      answered.current = { id: given.id, status: statusOf(items, given.id) }
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

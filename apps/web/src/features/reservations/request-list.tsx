import { useId } from 'react'
import type { OwnRide, RideReservation } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { sortRequests } from './model.ts'
import type { Answer, Said } from './queries.ts'
import { RideRequest } from './ride-request.tsx'

export interface RequestListProps {
  ride: OwnRide
  now: number
  /** The decision that is being sent. */
  answering?: { id: string; answer: Answer }
  onAnswer: (id: string, answer: Answer, said?: Said) => void
}

/** Lists those who have asked for a seat on a ride, the accepted before those who come to nothing. */
export function RequestList(props: RequestListProps & { requests: readonly RideReservation[] }) {
  const { ride, requests, now, answering, onAnswer } = props
  const t = useT()
  const headingId = useId()
  return (
    <>
      <h4 id={headingId} className="sr-only">
        {t('reservations.requests')}
      </h4>
      <ul aria-labelledby={headingId}>
        {sortRequests(requests).map((request) => (
          <RideRequest
            key={request.id}
            ride={ride}
            request={request}
            now={now}
            answering={answering?.id === request.id ? answering.answer : undefined}
            onAnswer={(answer, said) => onAnswer(request.id, answer, said)}
          />
        ))}
      </ul>
    </>
  )
}

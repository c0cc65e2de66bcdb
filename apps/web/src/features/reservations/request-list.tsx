import { useId } from 'react'
import type { OwnRide } from '@samtur/contract/reservations'
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

/** Lists the requests for a ride, open ones first. */
export function RequestList({ ride, now, answering, onAnswer }: RequestListProps) {
  const t = useT()
  const headingId = useId()
  return (
    <>
      <h4 id={headingId} className="sr-only">
        {t('reservations.requests')}
      </h4>
      <ul aria-labelledby={headingId}>
        {sortRequests(ride.reservations).map((request) => (
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

import { useId, type ReactNode } from 'react'
import { ridePath } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Tag } from '#ui/badge'
import { Card } from '#ui/card'
import { TextLink } from '#ui/link'
import { RouteRow } from '#ui/route-row'
import { AnswerButtons } from './answer-buttons.tsx'
import { AnswerTime } from './answer-time.tsx'
import { lacksSeats, type OpenRequest } from './model.ts'
import { PersonLine } from './person-line.tsx'
import { AgreedPoints, AskedPoints } from './points.tsx'
import type { Answer, Said } from './queries.ts'
import { RequestedDetour } from './requested-detour.tsx'
import { requestElementId } from './ride-request.tsx'
import { ShortMessage } from './short-message.tsx'
import { Unfold } from './unfold.tsx'

interface RequestCardProps extends OpenRequest {
  now: number
  /** The decision that is being sent for this request. */
  answering?: Answer
  onAnswer: (answer: Answer, said?: Said) => void
}

/** A request that the driver can answer: who, what, until when, and the answer. */
export function RequestCard({ ride, request, now, answering, onAnswer }: RequestCardProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  const nameId = useId()
  const { passenger, message, section, seats_requested: count, proposed_points: asked } = request
  const lacking = lacksSeats(request, section)
  const { amount, unit } = format.price(request.price * count, ride.currency)
  return (
    <li id={requestElementId(request.id)} tabIndex={-1} aria-labelledby={nameId} className="min-w-0 rounded-card">
      <Card padding="none" className="flex h-full flex-col gap-1.5 p-3 sm:p-4">
        <div className="flex items-start justify-between gap-2">
          <PersonLine person={passenger} nameId={nameId} confirmed={passenger.name_confirmed} />
          <div className="shrink-0 text-end">
            <p>
              <span className="sr-only">{t('reservations.price')} </span>
              <bdi className="font-heading text-[1.375rem]/6 tabular">
                {amount} <span className="font-sans text-sm font-normal text-soft">{unit}</span>
              </bdi>
            </p>
            <p className="text-sm font-semibold text-warning">{t('reservations.status_pending')}</p>
          </div>
        </div>
        <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
          <TextLink to={ridePath(ride.id)} className="text-text no-underline hover:underline">
            <RouteRow from={section.start_location} to={section.end_location} toLabel={t('core.to')} />
          </TextLink>
        </h3>
        <Where reservation={request} ride={ride}>
          <time dateTime={section.departure_time}>{format.date(section.departure_time)}</time>
          {' · '}
          <span>{t('reservations.seats', { count })}</span>
        </Where>
        <RequestedDetour ride={ride} request={request} />
        <AskedPoints reservation={request} section={section} reader="driver" />
        {message && <ShortMessage>{message}</ShortMessage>}
        {request.holds_seats && (
          <p>
            <Tag tone="brand" icon="seat">
              {t('requests.from_list')}
            </Tag>
          </p>
        )}
        {lacking && (
          <p>
            <Tag tone="warning" icon="people">
              {t('reservations.seats_gone_driver', { count })}
            </Tag>
          </p>
        )}
        <div className="mt-auto flex flex-col gap-2">
          <AnswerTime reservation={request} now={now} reader="driver" />
          <AnswerButtons
            answering={answering}
            onAnswer={onAnswer}
            lacking={lacking}
            asksPoints={Boolean(asked.start ?? asked.end)}
            minutesOver={request.detour?.minutes_over_limit ?? 0}
            name={nameOf(passenger.full_name)}
          />
        </div>
      </Card>
    </li>
  )
}

interface WhereProps {
  reservation: OpenRequest['request']
  ride: OpenRequest['ride']
  children: ReactNode
}

/** A line of facts, at whose end the meeting points open, where the part has some. */
function Where({ reservation, ride, children }: WhereProps) {
  const t = useT()
  const { start, end } = reservation.meeting_points
  const facts = <p className="text-sm text-soft">{children}</p>
  if (!start && !end) return facts
  return (
    <Unfold line={facts} label={t('points.title')}>
      <AgreedPoints reservation={reservation} section={reservation.section} route={ride.route} drawn />
    </Unfold>
  )
}

import type { OwnReservation, RideReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { timeLeft } from './deadline.ts'
import { TimeLimit } from './time-limit.tsx'

interface AnswerTimeProps {
  reservation: Pick<
    OwnReservation | RideReservation,
    'status' | 'ended_by' | 'answer_by' | 'created_at' | 'holds_seats'
  >
  now: number
  reader: 'passenger' | 'driver'
}

/** Until when the driver can answer, the same for both sides, in short for the driver. Nothing where no answer is awaited. */
export function AnswerTime({ reservation, now, reader }: AnswerTimeProps) {
  const t = useT()
  const format = useFormat()
  const moment = useMoment()
  const { status, ended_by, answer_by: until, created_at: from, holds_seats } = reservation
  const expired = ended_by === 'expired'
  if (!until || (status !== 'pending' && !expired)) return null
  const over = expired || timeLeft(from, until, now).minutes === 0
  const title = t(over ? 'requests.answer_was_due' : 'requests.answer_by', { time: moment(until, now, false) })
  return (
    <TimeLimit
      from={from}
      until={until}
      // The device's clock may be behind the server's.
      now={expired ? Math.max(now, Date.parse(until)) : now}
      tone="warning"
      title={title}
      spoken={t('requests.answer_by', { time: format.time(until) })}
      {...(reader === 'passenger' && { start: t('requests.sent', { time: moment(from, now, false) }) })}
    >
      {!over && reader === 'passenger' && (
        <p className="text-sm text-soft">
          {holds_seats && `${t('requests.held_until_answer')} `}
          {t('requests.without_answer')}
        </p>
      )}
    </TimeLimit>
  )
}

import { Fragment } from 'react'
import type { DriverRecord as Record } from '@samtur/contract/profiles'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { answerWithin } from './model.ts'

/** A driver's completed trips, cancellations and response time, from the minimum number of trips on. */
export function DriverRecord({ record, className = '' }: { record: Record | null | undefined; className?: string }) {
  const t = useT()
  if (!record) return null
  return (
    <p className={`text-sm text-soft ${className}`}>
      {factsOf(t, record).map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && (
            <>
              <span aria-hidden="true">{'\u00a0· '}</span>
              <span className="sr-only">, </span>
            </>
          )}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}

function factsOf(t: Translate, { completed_trips: trips, cancelled_late: late, answer_minutes: minutes }: Record) {
  const facts = [t('rides.record_trips', { count: trips })]
  if (minutes !== null) {
    const { unit, count } = answerWithin(minutes)
    facts.push(t(answers[unit], { count }))
  }
  if (late > 0) facts.push(t('rides.record_cancelled', { count: late }))
  return facts
}

const answers = {
  minutes: 'rides.record_answers_minutes',
  hours: 'rides.record_answers_hours',
  days: 'rides.record_answers_days',
} as const

import { useId } from 'react'
import { answerHours, type AnswerHours } from '@samtur/contract/constants'
import { T, useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { useNow } from '#lib/use-now'
import { RadioGroup } from '#ui/choice'
import { answerBy } from './deadline.ts'

interface AnswerChoiceProps {
  value: AnswerHours
  onChange: (hours: AnswerHours) => void
  departure: string
}

/** In how many hours the passenger wants an answer, and the clock time that it means. */
export function AnswerChoice({ value, onChange, departure }: AnswerChoiceProps) {
  const t = useT()
  const name = useId()
  const moment = useMoment()
  const now = useNow()
  const time = moment(answerBy(value, departure, now), now)
  return (
    <RadioGroup
      legend={t('requests.within')}
      name={name}
      layout="segments"
      value={String(value)}
      options={answerHours.map((hours) => ({
        value: String(hours),
        label: t('requests.within_hours', { hours: String(hours) }),
      }))}
      onChange={(event) => onChange(answerHours.find((hours) => String(hours) === event.target.value) ?? value)}
      hint={
        <span>
          <T id="requests.must_answer" values={{ time }} components={[<strong key="time" className="text-text" />]} />
        </span>
      }
    />
  )
}

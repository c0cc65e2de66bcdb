import type { ReactNode } from 'react'
import { T, useT } from '#lib/i18n'
import { useFormat } from '#lib/format'
import { TimeTrack } from '#ui/time-track'
import { milestoneOf, timeLeft } from './deadline.ts'

interface TimeLimitProps {
  from: string
  until: string
  now: number
  tone: 'brand' | 'warning'
  /** What ends, with its day and clock time. */
  title: string
  /** The same without the day, which midnight would change, for what screen readers are told. */
  spoken: string
  /** Shows the title larger, as the first thing to read. */
  large?: boolean
  /** What has happened at the start of the line. Without it the title and the time that is left share a line above it. */
  start?: string
  children?: ReactNode
}

/** A deadline: its clock time first, then the line that runs to its end, with the time that is left. */
export function TimeLimit(props: TimeLimitProps) {
  const { from, until, now, tone, title, spoken, large = false, start, children } = props
  const t = useT()
  const left = timeLeft(from, until, now)
  const over = left.minutes === 0
  const rest = over ? t('requests.time_over') : <Left minutes={left.minutes} />
  if (!start) {
    return (
      <div>
        <p className="flex flex-wrap justify-between gap-x-3 text-sm">
          <strong className={over ? 'text-soft' : 'text-warning'}>{title}</strong>
          <span className="text-soft">{rest}</span>
        </p>
        <TimeTrack passed={left.passed} tone={tone} />
        <Milestone minutes={left.minutes} what={spoken} />
        {children}
      </div>
    )
  }
  const look = large ? 'font-heading text-[1.375rem] leading-tight' : 'text-lg leading-snug font-semibold'
  return (
    <div className="flex flex-col gap-1.5">
      <p className={`${look} wrap-break-word ${over ? 'text-soft' : ''}`}>{title}</p>
      <TimeTrack passed={left.passed} tone={tone} />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span>{start}</span>
        <span>{rest}</span>
      </p>
      <Milestone minutes={left.minutes} what={spoken} />
      {children}
    </div>
  )
}

/** '3 t 32 min igjen'. */
function Left({ minutes }: { minutes: number }) {
  const t = useT()
  const { number } = useFormat()
  const [hours, rest] = [Math.floor(minutes / 60), number(minutes % 60)]
  const time =
    hours === 0
      ? t('requests.minutes', { minutes: rest })
      : minutes % 60 === 0
        ? t('requests.within_hours', { hours: number(hours) })
        : t('requests.hours_minutes', { hours: number(hours), minutes: rest })
  return <T id="requests.left" values={{ time }} components={[<bdi key="time" className="whitespace-nowrap" />]} />
}

/** Tells screen readers only when the last hour, the last ten minutes or the end is reached. */
function Milestone({ minutes, what }: { minutes: number; what: string }) {
  const t = useT()
  const milestone = milestoneOf(minutes)
  return (
    <p role="status" className="sr-only">
      {milestone === 'hour' && t('requests.hour_left', { what })}
      {milestone === 'ten' && t('requests.ten_left', { what })}
      {milestone === 'over' && t('requests.time_over')}
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { supportReplyHours } from '@samtur/contract/constants'
import type { SupportDay } from '@samtur/contract/support'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { Skeleton } from '#ui/skeleton'
import { LoadFailure } from '../moderation/admin-states.tsx'
import { chartOf, median } from './admin-model.ts'
import { daysQuery } from './admin-queries.ts'

/** Charts of the last thirty days: the number of requests, and the time to the first answer; with a table for screen readers. */
export function Charts() {
  const t = useT()
  const query = useQuery(daysQuery)
  const days = query.data
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{t('admin_support.days')}</h2>
      {query.isError && !days && <LoadFailure query={query} what={t('admin_support.days_failed')} />}
      {query.isPending && (
        <div className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-52 rounded-card!" />
          <Skeleton className="h-52 rounded-card!" />
        </div>
      )}
      {days && <Drawings days={days} />}
    </section>
  )
}

function Drawings({ days }: { days: readonly SupportDay[] }) {
  const t = useT()
  const format = useFormat()
  const duration = useDuration()
  const requests = days.reduce((sum, day) => sum + day.requests, 0)
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  const times = days.flatMap(({ answer_minutes }) => answer_minutes ?? [])
  const middle = median(times)
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Chart
          title={t('admin_support.chart_requests')}
          summary={t('admin_support.chart_requests_sum', { count: requests, answered: format.number(answered) })}
          days={days}
          figure={(day) => day.requests}
          show={format.number}
        />
        <Chart
          title={t('admin_support.chart_answers')}
          summary={
            middle === null
              ? t('admin_support.chart_answers_none')
              : t('admin_support.chart_answers_sum', { time: duration(middle), hours: supportReplyHours })
          }
          days={days}
          figure={(day) => day.answer_minutes}
          show={duration}
        />
      </div>
      <DayTable days={days} />
    </>
  )
}

/** Returns a function that formats '45 min', '2 t 15 min', '3 d 4 t'. */
function useDuration() {
  const t = useT()
  return (minutes: number) => {
    const whole = Math.round(minutes)
    if (whole < 60) return t('admin_support.minutes', { minutes: whole })
    const hours = Math.floor(whole / 60)
    if (hours < 24) return t('admin_support.hours', { hours, minutes: whole % 60 })
    return t('admin_support.days_hours', { days: Math.floor(hours / 24), hours: hours % 24 })
  }
}

interface ChartProps {
  title: string
  summary: string
  days: readonly SupportDay[]
  figure: (day: SupportDay) => number | null
  /** Returns the figure in words. */
  show: (figure: number) => string
}

const [width, height, gap] = [300, 90, 2]

function Chart({ title, summary, days, figure, show }: ChartProps) {
  const format = useFormat()
  const { top, bars } = chartOf(days, figure)
  const step = width / Math.max(1, bars.length)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Card padding="sm">
      <h3 className="text-base">{title}</h3>
      <p className="mb-3 text-sm text-soft">{summary}</p>
      {/* The same is above and in the table. Time runs in reading direction. */}
      <div aria-hidden="true" className="text-sm text-soft tabular">
        <p className="mb-1">{show(top)}</p>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-24 w-full border-b border-edge text-brand rtl:-scale-x-100"
          data-chart
        >
          {bars.map(({ day, height: share }, at) => (
            <rect
              key={day}
              x={at * step + gap / 2}
              width={step - gap}
              // Zero has no bar; any other figure has a visible one.
              y={share ? height - Math.max(2, share * height) : height}
              height={share ? Math.max(2, share * height) : 0}
              fill="currentColor"
            />
          ))}
        </svg>
        <p className="mt-1 flex justify-between">
          <span>{first && format.date(first.day)}</span>
          <span>{last && format.date(last.day)}</span>
        </p>
      </div>
    </Card>
  )
}

function DayTable({ days }: { days: readonly SupportDay[] }) {
  const t = useT()
  const format = useFormat()
  const duration = useDuration()
  const cell = 'border-t border-line px-3 py-1.5 text-start'
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-1">
      <summary className="min-h-11 content-center rounded-sm font-semibold text-link hover:underline">
        {t('admin_support.as_table')}
      </summary>
      {/* Wider than a phone: scrolls, and is reachable by keyboard for that. */}
      <div
        role="region"
        aria-label={t('admin_support.days')}
        tabIndex={0}
        className="mb-3 max-h-96 overflow-auto rounded-sm"
      >
        <table className="w-full text-sm tabular">
          <thead>
            <tr>
              {[
                t('admin_support.table_day'),
                t('admin_support.table_requests'),
                t('admin_support.table_answered'),
                t('admin_support.table_time'),
              ].map((heading) => (
                <th key={heading} scope="col" className="px-3 py-1.5 text-start font-semibold">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, requests, answered, answer_minutes }) => (
              <tr key={day}>
                <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
                  {format.date(day)}
                </th>
                <td className={cell}>{format.number(requests)}</td>
                <td className={cell}>{format.number(answered)}</td>
                <td className={cell}>{answer_minutes === null ? '–' : duration(answer_minutes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

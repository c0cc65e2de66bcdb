import type { Condition, Queue } from '@samtur/contract/operations'
import { useT } from '#lib/i18n'
import { Advice, ConditionBadge, Part, rowClass, useFigures } from './parts.tsx'

/** What waits, and how long. */
export function QueueList({ queues, condition }: { queues: Queue[]; condition: Condition }) {
  const t = useT()
  return (
    <Part name="queues" title={t('operations.queues')} condition={condition}>
      <ul>
        {queues.map((queue) => (
          <QueueRow key={queue.name} queue={queue} />
        ))}
      </ul>
    </Part>
  )
}

function QueueRow({ queue: { name, waiting, oldest_seconds: oldest, condition } }: { queue: Queue }) {
  const t = useT()
  const { duration } = useFigures()
  return (
    <li className={rowClass}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {/* i18n-dynamic: operations.queue.* */}
        <span className="min-w-0">{t(`operations.queue.${name}`)}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={waiting > 0 ? 'font-semibold tabular' : 'text-soft'}>
            {t('operations.queue_waiting', { count: waiting })}
          </span>
          {condition !== 'fine' && <ConditionBadge condition={condition} />}
        </span>
      </div>
      {oldest !== null && oldest > 0 && (
        <p className="text-sm text-soft">{t('operations.queue_oldest', { duration: duration(oldest) })}</p>
      )}
      {/* i18n-dynamic: operations.queue_advice.* */}
      {condition !== 'fine' && <Advice>{t(`operations.queue_advice.${name}`)}</Advice>}
    </li>
  )
}

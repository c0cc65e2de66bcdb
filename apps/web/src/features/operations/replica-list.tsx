import type { Condition, Replica, ReplicaState } from '@samtur/contract/operations'
import { useT } from '#lib/i18n'
import { StatusBadge, type Status } from '#ui/status-badge'
import { Advice, Part, rowClass, useFigures } from './parts.tsx'

const looks: Record<ReplicaState, Status> = { used: 'accepted', behind: 'pending', ahead: 'rejected', away: 'rejected' }

/** The standbys that serve reads, with what to do about one that does not. */
export function ReplicaList({ replicas, condition }: { replicas: readonly Replica[]; condition: Condition }) {
  const t = useT()
  return (
    <Part name="replicas" title={t('operations.replicas')} condition={condition}>
      <ul>
        {replicas.map((replica) => (
          <ReplicaRow key={replica.name} replica={replica} />
        ))}
      </ul>
    </Part>
  )
}

function ReplicaRow({ replica: { name, state, lag_seconds: lag } }: { replica: Replica }) {
  const t = useT()
  const { duration } = useFigures()
  return (
    <li className={rowClass}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        {/* i18n-dynamic: operations.replica_state.* */}
        <StatusBadge status={looks[state]}>{t(`operations.replica_state.${state}`)}</StatusBadge>
        {state === 'behind' && lag !== null && (
          <span className="text-sm text-soft">{t('operations.replica_lag', { duration: duration(lag) })}</span>
        )}
      </div>
      {/* i18n-dynamic: operations.replica_advice.* */}
      {state !== 'used' && <Advice>{t(`operations.replica_advice.${state}`)}</Advice>}
    </li>
  )
}

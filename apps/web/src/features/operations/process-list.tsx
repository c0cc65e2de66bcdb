import type { Condition, OperationsState, ServerProcess } from '@samtur/contract/operations'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { Tag } from '#ui/badge'
import { StatusBadge, type Status } from '#ui/status-badge'
import { versionsDiffer } from './model.ts'
import { Advice, Part, rowClass } from './parts.tsx'

const looks: Record<ServerProcess['state'], Status> = { heard: 'accepted', silent: 'rejected', gone: 'cancelled' }

/** Every process that serves, or was heard within the last day. */
export function ProcessList({ state, condition }: { state: OperationsState; condition: Condition }) {
  const t = useT()
  const { processes } = state
  return (
    <Part name="processes" title={t('operations.processes')} condition={condition}>
      {versionsDiffer(state) && <p className="px-4 pb-3.5 sm:px-5">{t('operations.versions_differ')}</p>}
      {processes.length === 0 ? (
        <p className={`${rowClass} text-soft`}>{t('operations.processes_none')}</p>
      ) : (
        <ul>
          {processes.map((one) => (
            <ProcessRow key={one.id} process={one} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function ProcessRow({ process }: { process: ServerProcess }) {
  const t = useT()
  const moment = useMoment()
  const { host, pid, worker, current, version, started_at, heard_at, state, live_connections: live } = process
  const id = String(pid)
  return (
    <li className={rowClass}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{host}</bdi>
        <span className="tabular">
          {worker === null
            ? t('operations.process', { pid: id })
            : t('operations.process_worker', { worker: String(worker), pid: id })}
        </span>
        {/* i18n-dynamic: operations.process_state.* */}
        <StatusBadge status={looks[state]}>{t(`operations.process_state.${state}`)}</StatusBadge>
        {current && <Tag>{t('operations.process_current')}</Tag>}
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        <span>{t('operations.process_version', { version })}</span>
        <span>{t('operations.process_since', { time: moment(started_at) })}</span>
        {state === 'heard' ? (
          <span>{t('operations.process_live', { count: live })}</span>
        ) : (
          <span>{t('operations.process_heard', { time: moment(heard_at) })}</span>
        )}
      </p>
      {state === 'silent' && <Advice>{t('operations.process_silent_text')}</Advice>}
    </li>
  )
}

import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { Condition, Disk, OperationsState } from '@samtur/contract/operations'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { jobReason } from './model.ts'
import { Advice, ConditionBadge, FactRow, Part, useFigures } from './parts.tsx'

/** The newest backup and the next one, or what to set. */
export function BackupPart({ backup }: { backup: OperationsState['backup'] }) {
  const t = useT()
  const moment = useMoment()
  const { bytes } = useFigures()
  const { state, condition, every_hours: hours, newest, next_at, reason } = backup
  return (
    <Part name="backup" title={t('operations.backup')} condition={condition}>
      <div className="px-4 pb-3.5 sm:px-5">
        {/* i18n-dynamic: operations.backup_state.* */}
        <p>{t(`operations.backup_state.${state}`)}</p>
        {/* i18n-dynamic: operations.job_reason.* */}
        {reason !== null && (
          <p className="text-sm text-soft first-letter:uppercase">
            {t(`operations.job_reason.${jobReason(reason)}`, { code: reason })}
          </p>
        )}
      </div>
      {hours !== null && (
        <dl>
          {newest && (
            <>
              <FactRow label={t('operations.backup_newest')}>{moment(newest.at)}</FactRow>
              <FactRow label={t('operations.backup_size')}>{bytes(newest.bytes)}</FactRow>
              <FactRow label={t('operations.backup_host')}>
                <bdi>{newest.host}</bdi>
              </FactRow>
            </>
          )}
          {next_at !== null && <FactRow label={t('operations.backup_next')}>{moment(next_at)}</FactRow>}
          <FactRow label={t('operations.backup_every')}>{t('operations.backup_hours', { count: hours })}</FactRow>
        </dl>
      )}
    </Part>
  )
}

interface StorageProps {
  storage: OperationsState['storage']
  condition: Condition
}

/** The size of what is stored, and the room that is left. */
export function StoragePart({ storage, condition }: StorageProps) {
  const t = useT()
  const { bytes } = useFigures()
  const { database_bytes, files_in, files, disks } = storage
  const hosts = new Set(disks.map(({ host }) => host)).size
  return (
    <Part name="storage" title={t('operations.storage')} condition={condition}>
      <dl>
        <FactRow label={t('operations.database')}>{bytes(database_bytes)}</FactRow>
        {/* i18n-dynamic: operations.files.* */}
        <FactRow label={t(`operations.files.${files_in}`)}>
          {files === null ? (
            t('operations.files_unknown')
          ) : (
            <>
              {t('operations.files_count', { count: files.count })}
              {files.count > 0 && <span className="ms-3">{bytes(files.bytes)}</span>}
            </>
          )}
        </FactRow>
        {disks.map((disk) => (
          <DiskRow key={`${disk.host} ${disk.holds}`} disk={disk} named={hosts > 1} />
        ))}
      </dl>
    </Part>
  )
}

/** `named` shows the machine, where there are several. */
function DiskRow({ disk, named }: { disk: Disk; named: boolean }) {
  const t = useT()
  const { bytes } = useFigures()
  const { host, holds, free_bytes, total_bytes, condition } = disk
  const advice = condition !== 'fine' && (
    <>
      <ConditionBadge condition={condition} />
      <Advice>{t('operations.disk_advice')}</Advice>
    </>
  )
  // i18n-dynamic: operations.disk.*
  const label = t(`operations.disk.${holds}`)
  return (
    <FactRow
      label={
        <>
          {label}
          {named && <bdi className="ms-2 wrap-anywhere">{host}</bdi>}
        </>
      }
      advice={advice}
    >
      {t('operations.disk_free', { free: bytes(free_bytes), total: bytes(total_bytes) })}
    </FactRow>
  )
}

/** Versions of product, database and schema. */
export function VersionPart({ product }: { product: OperationsState['product'] }) {
  const t = useT()
  const moment = useMoment()
  const { version, started_at, database, database_version, migration } = product
  return (
    <Part name="version" title={t('operations.version')}>
      <dl>
        <FactRow label={PRODUCT_NAME}>
          <bdi>{version}</bdi>
        </FactRow>
        <FactRow label={t('operations.product_since')}>{moment(started_at)}</FactRow>
        {/* i18n-dynamic: operations.kind.* */}
        <FactRow label={t(`operations.kind.${database}`)}>
          <bdi>{database_version}</bdi>
        </FactRow>
        <FactRow label={t('operations.migration')}>
          <bdi>{migration}</bdi>
        </FactRow>
      </dl>
    </Part>
  )
}

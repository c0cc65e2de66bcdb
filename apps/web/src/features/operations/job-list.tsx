import { useId, useState } from 'react'
import type { Condition, Job } from '@samtur/contract/operations'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { Icon } from '#ui/icon'
import { jobReason, jobTextName } from './model.ts'
import { Advice, ConditionBadge, Part, rowClass, useFigures } from './parts.tsx'

/** Background work: what fails or is late, and behind a button what runs as it should. */
export function JobList({ jobs, condition }: { jobs: Job[]; condition: Condition }) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(false)
  const isFine = (job: Job) => job.condition === 'fine'
  const fine = jobs.filter(isFine)
  return (
    <Part name="jobs" title={t('operations.jobs')} condition={condition}>
      <ul>
        {jobs
          .filter((job) => !isFine(job))
          .map((job) => (
            <JobRow key={job.name} job={job} />
          ))}
      </ul>
      {fine.length > 0 && (
        <>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className={`${rowClass} flex min-h-12 w-full items-center justify-between gap-3 rounded-b-card text-start hover:bg-sunk/60 focus-visible:-outline-offset-2`}
          >
            <span className="min-w-0">{t('operations.jobs_fine', { count: fine.length })}</span>
            <Icon name="chevron-down" className={`text-soft transition-transform ${open ? 'rotate-180' : ''}`} />
          </button>
          <ul id={id} hidden={!open}>
            {open && fine.map((job) => <JobRow key={job.name} job={job} />)}
          </ul>
        </>
      )}
    </Part>
  )
}

function JobRow({ job }: { job: Job }) {
  const t = useT()
  const moment = useMoment()
  const { duration } = useFigures()
  const { name, condition, problem, last_at, seconds, next_at, failed_at, reason } = job
  const textName = jobTextName(name)
  return (
    <li className={rowClass}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* i18n-dynamic: operations.job.* */}
        <span>{textName ? t(`operations.job.${textName}`) : <bdi>{name}</bdi>}</span>
        {condition !== 'fine' && <ConditionBadge condition={condition} />}
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        <span>
          {last_at === null ? t('operations.job_never') : t('operations.job_last', { time: moment(last_at) })}
        </span>
        {seconds !== null && <span>{t('operations.job_took', { duration: duration(seconds) })}</span>}
        {next_at !== null && <span>{t('operations.job_next', { time: moment(next_at) })}</span>}
      </p>
      {failed_at !== null && reason !== null && (
        <p className="text-sm text-soft">
          {/* i18n-dynamic: operations.job_reason.* */}
          {t('operations.job_failed', {
            time: moment(failed_at),
            reason: t(`operations.job_reason.${jobReason(reason)}`, { code: reason }),
          })}
        </p>
      )}
      {problem !== null && (
        <Advice>{t(problem === 'failing' ? 'operations.job_failing' : 'operations.job_late', { name })}</Advice>
      )}
    </li>
  )
}

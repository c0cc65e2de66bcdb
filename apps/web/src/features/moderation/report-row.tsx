import { useState } from 'react'
import type { ReportSummary } from '@samtur/contract/reports'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { PersonName, usePersonName } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Decision } from './queries.ts'
import { AboutTag, CategoryTag, ReportBadge } from './report-states.tsx'
import { canDecide, reporterName } from './reports-model.ts'

/** A report's people, reason, time and state. The whole row opens it; a decided one is dimmed. */
export function ReportRow({ report, onShow }: { report: ReportSummary; onShow: () => void }) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  const [decision, setDecision] = useState<Decision>()
  const { reported, reason, created_at, status } = report
  const open = canDecide(report)
  const [from, about] = [nameOf(reporterName(report)), nameOf(reported.full_name)]
  const label = t('admin_reports.open', { reported: about, reporter: from, date: format.dateTime(created_at) })
  return (
    <li
      data-status={status}
      className={`relative grid gap-x-5 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 hover:bg-sunk md:grid-cols-[15rem_minmax(0,1fr)_13rem] ${open ? '' : 'bg-ground text-faint'}`}
    >
      <div className="flex min-w-0 items-start gap-3">
        <Avatar
          name={reported.full_name}
          src={reported.profile_picture}
          size="sm"
          className={open ? '' : 'grayscale'}
        />
        <div className="min-w-0">
          <button
            type="button"
            onClick={onShow}
            aria-label={label}
            className={
              'max-w-full text-start font-semibold wrap-anywhere outline-none after:absolute after:inset-0 ' +
              'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
            }
          >
            <PersonName name={reported.full_name} />
          </button>
          <p className={`text-sm wrap-anywhere ${open ? 'text-soft' : ''}`}>{t('admin_reports.by', { name: from })}</p>
        </div>
      </div>
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-3 max-w-text wrap-anywhere">
          {reason ?? t('admin_reports.no_reason')}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <AboutTag about={report.about} />
          <CategoryTag category={report.category} />
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 md:flex-col md:items-end md:justify-start">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-col md:items-end">
          <ReportBadge status={status} />
          <time dateTime={created_at} className={`text-sm ${open ? 'text-soft' : ''}`}>
            {format.dateTime(created_at)}
          </time>
        </span>
        {open && (
          <span className="relative z-1 flex flex-wrap gap-2">
            <Button variant="quiet" size="sm" onClick={() => setDecision('dismiss')}>
              {t('admin_reports.dismiss')}
              <span className="sr-only"> {about}</span>
            </Button>
            <Button size="sm" onClick={() => setDecision('resolve')}>
              {t('admin_reports.resolve')}
              <span className="sr-only"> {about}</span>
            </Button>
          </span>
        )}
      </div>
      {decision && <DecisionDialog report={report} decision={decision} onClose={() => setDecision(undefined)} />}
    </li>
  )
}

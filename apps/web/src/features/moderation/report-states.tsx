import type { ReportStatus, ReportSummary } from '@samtur/contract/reports'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { StatusBadge, type Status } from '#ui/status-badge'
import type { IconName } from '#ui/icon'

const looks: Record<ReportStatus, Status> = { pending: 'pending', resolved: 'accepted', dismissed: 'cancelled' }

// i18n-dynamic: admin_reports.status.*
export const statusText = (t: Translate, status: ReportStatus) => t(`admin_reports.status.${status}`)

export function ReportBadge({ status }: { status: ReportStatus }) {
  const t = useT()
  return <StatusBadge status={looks[status]}>{statusText(t, status)}</StatusBadge>
}

const subjects: Record<ReportSummary['about'], IconName> = {
  person: 'user',
  conversation: 'chat',
  comment: 'star',
  prices: 'wallet',
}

/** What the reporter has chosen, before the own words. */
export function CategoryTag({ category }: Pick<ReportSummary, 'category'>) {
  const t = useT()
  // i18n-dynamic: report.category.*
  return category && <Tag>{t(`report.category.${category}`)}</Tag>
}

/** The subject of a report: the person alone, a conversation, a comment, other prices. */
export function AboutTag({ about }: { about: ReportSummary['about'] }) {
  const t = useT()
  // i18n-dynamic: admin_reports.about.*
  return <Tag icon={subjects[about]}>{t(`admin_reports.about.${about}`)}</Tag>
}

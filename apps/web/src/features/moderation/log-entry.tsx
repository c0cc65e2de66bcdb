import type { AuditEntry } from '@samtur/contract/moderation'
import { type HideableKind, hideableKinds } from '@samtur/contract/reports'
import { languages, type Translate } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'

// i18n-dynamic: admin.did.*
// i18n-dynamic: admin.content.*
const actionText = (t: Translate, action: AuditEntry['action']) => t(`admin.did.${action}`)

const isContent = (kind: string): kind is HideableKind => hideableKinds.some((known) => known === kind)

interface LogEntryProps {
  entry: AuditEntry
  /** Opens the account of the entry; left out on that account's own page. */
  onShow?: (id: string) => void
}

/** One action of the log: its kind, account, administrator, time and reason. */
export function LogEntry({ entry, onShow }: LogEntryProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  const { action, subject, actor, at, reason, details } = entry
  return (
    <li className="flex flex-col gap-0.5 border-t border-line py-3 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{actionText(t, action)}</span>
        {onShow && subject && (
          <button
            type="button"
            className="min-h-6 rounded-sm text-start text-link wrap-anywhere hover:underline"
            aria-label={t('admin.about', { name: nameOf(subject.full_name) })}
            onClick={() => onShow(subject.id)}
          >
            <bdi>{nameOf(subject.full_name)}</bdi>
          </button>
        )}
        {details.email && <bdi className="wrap-anywhere">{details.email}</bdi>}
      </p>
      {details.ended !== undefined && <p>{t('admin.sessions_ended', { count: details.ended })}</p>}
      {details.kind && isContent(details.kind) && <p>{t(`admin.content.${details.kind}`)}</p>}
      {details.country && <RateChange details={details} />}
      {reason && (
        <p dir="auto" className="max-w-text whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
      )}
      <p className="flex flex-wrap gap-x-2 text-sm text-soft">
        <time dateTime={at}>{format.dateTime(at)}</time>
        <span>{actor ? t('admin.by_actor', { name: nameOf(actor.full_name) }) : t(byNobody(details))}</span>
      </p>
    </li>
  )
}

/** Returns the text for an entry without an administrator. */
const byNobody = ({ by }: AuditEntry['details']) => (by ? 'admin.by_service_key' : 'admin.by_system')

/** The changed rate: 'Norge, fra 1. januar 2027: 3,50'. */
function RateChange({ details: { country = 'NO', valid_from = '', ore_per_km = 0 } }: Pick<AuditEntry, 'details'>) {
  const t = useT()
  const { longDate } = useFormat()
  const { tag } = languages[useLanguage().language]
  const named = new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country
  const figure = (ore_per_km / 100).toLocaleString(tag, { minimumFractionDigits: 2 })
  return <p>{t('admin.log_rate', { country: named, date: longDate(valid_from), figure })}</p>
}

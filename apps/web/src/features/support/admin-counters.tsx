import type { RequestCounts } from '@samtur/contract/support'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon, type IconName } from '#ui/icon'
import { Skeleton } from '#ui/skeleton'

const looks: { name: keyof RequestCounts; icon: IconName; colour: string }[] = [
  { name: 'total', icon: 'mail', colour: 'text-link' },
  { name: 'pending', icon: 'clock-pending', colour: 'text-warning' },
  { name: 'in_progress', icon: 'refresh', colour: 'text-text' },
  { name: 'resolved', icon: 'check-circle', colour: 'text-brand' },
]

/** The numbers of all requests by state, regardless of the filters. */
export function Counters({ counts }: { counts: RequestCounts | undefined }) {
  const t = useT()
  const format = useFormat()
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {looks.map(({ name, icon, colour }) => (
        <div key={name} className="flex flex-col-reverse rounded-card border border-line bg-surface px-4 py-3">
          <dd className="min-h-9 font-heading text-2xl tabular" data-counter={name}>
            {counts ? format.number(counts[name]) : <Skeleton className="mt-1 h-7 w-16" />}
          </dd>
          <dt className="flex items-center gap-1.5 text-sm text-soft">
            <Icon name={icon} size={18} className={colour} />
            {/* i18n-dynamic: admin_support.count.* */}
            {t(`admin_support.count.${name}`)}
          </dt>
        </div>
      ))}
    </dl>
  )
}

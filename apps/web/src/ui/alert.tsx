import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

const looks: Record<AlertTone, { icon: IconName; box: string; mark: string }> = {
  info: { icon: 'info', box: 'bg-link-tint', mark: 'text-link' },
  success: { icon: 'check-circle', box: 'bg-brand-tint', mark: 'text-on-tint' },
  warning: { icon: 'warning', box: 'bg-warning-tint', mark: 'text-warning' },
  danger: { icon: 'warning', box: 'bg-danger-tint', mark: 'text-danger' },
}

export interface AlertProps {
  tone?: AlertTone
  title?: ReactNode
  icon?: IconName
  /** Announces it when it appears after the page was shown: at once for danger, politely otherwise. */
  live?: boolean
  /** Buttons or links below the text. */
  action?: ReactNode
  className?: string
  children?: ReactNode
}

export function Alert({ tone = 'info', title, icon, live, action, className = '', children }: AlertProps) {
  const { icon: own, box, mark } = looks[tone]
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      className={`flex items-start gap-3 rounded-field border border-transparent px-4 py-3.5 ${box} ${className}`}
    >
      <Icon name={icon ?? own} size={22} className={`mt-px ${mark}`} />
      <div className="min-w-0 flex-1">
        {title && <p className={`font-semibold ${mark}`}>{title}</p>}
        {children && <div className="text-text">{children}</div>}
        {action && <div className="mt-2.5 flex flex-wrap gap-2.5">{action}</div>}
      </div>
    </div>
  )
}

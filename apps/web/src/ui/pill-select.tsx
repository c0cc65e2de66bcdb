import { useRef } from 'react'
import { useEntered } from './entered.ts'
import { Icon, type IconName } from './icon.tsx'

/** Style of a small choice in a row: tinted when pressed or chosen. */
export const choicePill = (on: boolean) =>
  'relative inline-flex min-h-11 items-center gap-2 rounded-full border px-3 text-base/5 sm:px-4 hover:border-soft ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ' +
  (on ? 'border-brand bg-brand-tint font-semibold text-on-tint' : 'border-edge bg-surface text-text')

/** On a phone an icon alone, as large as a thumb. */
export const iconPill = 'max-sm:min-w-11 max-sm:justify-center max-sm:px-2.5!'

export interface PillSelectProps {
  /** The select's name, shown while nothing is chosen. */
  label: string
  /** '' for no choice. */
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  /** On a phone it stands alone. */
  icon?: IconName
  /** There is always a choice, so it is not highlighted. */
  always?: boolean
  className?: string
}

/** The device's own select under a pill that is only as wide as its label. */
export function PillSelect({ label, value, options, onChange, icon, always, className = '' }: PillSelectProps) {
  const chosen = options.find((option) => option.value === value)
  const place = useRef<HTMLSpanElement>(null)
  useEntered(place, value, onChange)
  return (
    <span ref={place} className={`${choicePill(value !== '' && !always)} ${icon ? iconPill : ''} ${className}`}>
      {icon && <Icon name={icon} size={18} />}
      <span aria-hidden="true" className={`min-w-0 flex-1 ${icon ? 'max-sm:sr-only' : ''}`}>
        {value !== '' && chosen ? chosen.label : label}
      </span>
      <Icon name="chevron-down" size={16} className={icon ? 'max-sm:hidden' : ''} />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full appearance-none rounded-full text-base opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}

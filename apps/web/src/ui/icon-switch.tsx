import type { InputHTMLAttributes } from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface IconSwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  icon: IconName
  /** Its name, because there is no visible text. */
  label: string
}

/** A switch of 52 × 48 px under a heading that names it. A mark shows that it is on, not its colour alone. */
export function IconSwitch({ icon, label, ...rest }: IconSwitchProps) {
  return (
    <label className="relative inline-flex h-12 w-13 cursor-pointer">
      <input
        type="checkbox"
        role="switch"
        aria-checked={rest.checked}
        aria-label={label}
        {...rest}
        className="peer size-full appearance-none rounded-field border border-edge bg-surface hover:bg-sunk checked:border-brand checked:bg-brand"
      />
      <Icon
        name={icon}
        size={22}
        className="pointer-events-none absolute inset-0 m-auto text-soft peer-checked:text-on-brand"
      />
      <span className="pointer-events-none absolute -end-1.5 -top-1.5 hidden size-5 items-center justify-center rounded-full border-2 border-surface bg-brand-tint text-on-tint peer-checked:flex">
        <Icon name="check" size={12} strokeWidth={3} />
      </span>
    </label>
  )
}

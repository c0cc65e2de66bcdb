import type { InputHTMLAttributes } from 'react'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  /** Its name; shown beside it. */
  label: string
  /** An addition to the name for screen readers, where several switches have the same label. */
  of?: string
}

/** A switch that acts at once. The knob's position shows its state, not its colour alone. */
export function Switch({ label, of, className = '', ...rest }: SwitchProps) {
  return (
    <label
      className={`inline-flex min-h-11 cursor-pointer items-center gap-2.5 has-disabled:cursor-default ${className}`}
    >
      <span className="relative inline-flex h-7 w-12 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={rest.checked}
          aria-label={of && `${label}: ${of}`}
          {...rest}
          className={track}
        />
        <span aria-hidden="true" className={knob} />
      </span>
      <span>{label}</span>
    </label>
  )
}

const track =
  'peer absolute inset-0 size-full appearance-none rounded-full border border-edge bg-sunk hover:border-soft ' +
  'checked:border-brand checked:bg-brand disabled:opacity-60'

const knob =
  'pointer-events-none absolute start-1 top-1 size-5 rounded-full border border-edge bg-surface transition-transform ' +
  'peer-checked:translate-x-5 peer-checked:border-transparent peer-checked:bg-on-brand rtl:peer-checked:-translate-x-5'

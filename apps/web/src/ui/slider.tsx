import type { InputHTMLAttributes } from 'react'
import { useFieldControl } from './field.tsx'

export interface SliderProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'> {
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}

/** The device's own slider, for an approximate number; used in a `Field`. */
export function Slider({ onChange, className = '', ...rest }: SliderProps) {
  const { attributes } = useFieldControl(rest)
  const { 'aria-required': _, 'aria-invalid': __, ...named } = attributes
  return (
    <input
      {...rest}
      {...named}
      type="range"
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      className={`min-h-11 w-full min-w-0 accent-brand ${className}`}
    />
  )
}

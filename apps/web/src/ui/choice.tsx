import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { FieldNotes } from './field.tsx'

const box =
  'peer size-6 shrink-0 appearance-none border border-edge bg-surface hover:border-soft checked:border-brand checked:bg-brand ' +
  'aria-invalid:border-danger disabled:bg-sunk'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** May contain a link. */
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ label, hint, error, className = '', id: givenId, ...rest }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className={`flex flex-col ${className}`}>
      <div className="flex min-h-11 items-center gap-3">
        <span className="relative inline-flex">
          <input
            type="checkbox"
            {...rest}
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            className={`${box} rounded-sm`}
          />
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 hidden size-6 text-on-brand peer-checked:block forced-colors:text-[CanvasText]"
          >
            <path
              d="m6.5 12.5 3.7 3.7 7.3-8"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </span>
        <label htmlFor={id} className="min-w-0 flex-1 py-2">
          {label}
        </label>
      </div>
      <div className="flex flex-col gap-1 ps-9 empty:hidden">
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
    </div>
  )
}

export interface RadioOption {
  value: string
  label: ReactNode
  hint?: ReactNode
}

export interface RadioGroupProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> {
  legend: ReactNode
  /** The legend for screen readers only, where a heading above says the same. */
  legendHidden?: boolean
  name: string
  options: readonly RadioOption[]
  /** Left out when a form library registers the group by the remaining props. */
  value?: string
  hint?: ReactNode
  error?: ReactNode
  /** `row` for a few short words; `list` for cards in a column. */
  layout?: 'row' | 'list'
  ref?: Ref<HTMLInputElement>
}

/** Passes everything else (`onChange`, `onBlur`, `ref` …) to each radio button, as `register()` needs it. */
export function RadioGroup({
  legend,
  legendHidden,
  options,
  value,
  hint,
  error,
  layout = 'list',
  className = '',
  ...rest
}: RadioGroupProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset
      className={`flex min-w-0 flex-col gap-1.5 ${className}`}
      aria-describedby={describedBy}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
    >
      <legend className={legendHidden ? 'sr-only' : 'mb-1.5 font-medium'}>{legend}</legend>
      <div className={layout === 'row' ? 'flex flex-wrap gap-2' : 'flex flex-col gap-2'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-edge bg-surface px-3.5 py-2 hover:bg-sunk ' +
              'has-checked:border-brand has-checked:bg-brand-tint has-checked:text-on-tint has-disabled:bg-sunk ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
            }
          >
            <input
              {...rest}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              className={
                'size-5 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface outline-none checked:border-[6px] ' +
                'checked:border-brand'
              }
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.hint && <span className="block text-sm text-soft">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

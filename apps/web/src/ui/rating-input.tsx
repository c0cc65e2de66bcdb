import { useId, type ReactNode } from 'react'
import { FieldNotes } from './field.tsx'
import { Icon } from './icon.tsx'

export interface RatingInputProps {
  legend: ReactNode
  /** 1 to 10; 0 while nothing is chosen. */
  value: number
  onChange: (value: number) => void
  /** Returns the accessible name of each choice: '7 av 10'. */
  optionLabel: (value: number) => string
  /** Words below the two ends. */
  lowLabel: string
  highLabel: string
  error?: ReactNode
}

const choices = Array.from({ length: 10 }, (_, index) => index + 1)

/** Ten radio buttons that look like stars with numbers; those up to the chosen one are lit. */
export function RatingInput(props: RatingInputProps) {
  const { legend, value, onChange, optionLabel, lowLabel, highLabel, error } = props
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid grid-cols-5 gap-1.5 sm:grid-cols-10">
        {choices.map((choice) => (
          <label
            key={choice}
            className={
              'relative flex min-h-14 cursor-pointer flex-col items-center justify-center rounded-field border text-sm ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ' +
              (choice === value
                ? 'border-sun bg-sun font-semibold text-on-sun'
                : choice < value
                  ? 'border-edge bg-warning-tint text-text'
                  : 'border-edge bg-surface text-soft hover:bg-sunk')
            }
          >
            <input
              type="radio"
              name={id}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
              aria-label={optionLabel(choice)}
              className="pointer-events-none absolute inset-0 appearance-none rounded-field outline-none"
            />
            <Icon name={choice <= value ? 'star-filled' : 'star'} className={choice < value ? 'text-warning' : ''} />
            <span aria-hidden="true" className="tabular">
              {choice}
            </span>
          </label>
        ))}
      </div>
      <div className="flex justify-between text-sm text-soft" aria-hidden="true">
        <span>{lowLabel}</span>
        <span>{highLabel}</span>
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}

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
  /** `row` for a few short words; `list` for cards in a column; `segments` for figures that divide one row between them. */
  layout?: 'row' | 'list' | 'segments'
  ref?: Ref<HTMLInputElement>
}

const groups = {
  row: 'flex flex-wrap gap-2',
  list: 'flex flex-col gap-2',
  segments: 'flex overflow-hidden rounded-field border border-edge bg-surface',
}
const choice =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-edge bg-surface px-3.5 py-2 hover:bg-sunk ' +
  'has-checked:border-brand has-checked:bg-brand-tint has-checked:text-on-tint has-disabled:bg-sunk ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
// The first and last one follow the frame's corners, so that the ring of the focus does. On a phone the first one, often a word, is no wider
// than it has to be. A system's own colours mark the chosen one, too.
const segment =
  'relative flex min-h-11 min-w-0 grow basis-0 items-center justify-center border-s border-edge px-1 text-center tabular ' +
  'first:min-w-11 first:rounded-s-field first:border-s-0 first:px-2 last:rounded-e-field max-sm:first:grow-0 max-sm:first:basis-auto ' +
  'hover:bg-sunk has-checked:bg-brand has-checked:text-on-brand ' +
  'has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus ' +
  'has-[:checked:focus-visible]:outline-on-brand forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] ' +
  'forced-colors:has-checked:forced-color-adjust-none'

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
      <div className={groups[layout]}>
        {options.map((option) => (
          <label key={option.value} className={layout === 'segments' ? segment : choice}>
            <input
              {...rest}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              className={
                layout === 'segments'
                  ? 'absolute inset-0 size-full cursor-pointer appearance-none outline-none'
                  : 'size-5 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface outline-none checked:border-[6px] checked:border-brand'
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

import { createContext, use, useEffect, useId, useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface FieldControl {
  id: string
  describedBy?: string
  invalid: boolean
  required: boolean
  inset: boolean
  showProblem: (problem: string | undefined) => void
}

const FieldContext = createContext<FieldControl | null>(null)

/** Returns the attributes that connect a control with the label, hint and error of its `Field`. */
export function useFieldControl(own: { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: unknown } = {}) {
  const field = use(FieldContext)
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ')
  return {
    inset: field?.inset ?? false,
    attributes: {
      id: own.id ?? field?.id,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': own['aria-invalid'] === true || field?.invalid || undefined,
      'aria-required': field?.required || undefined,
    },
  }
}

/**
 * Sets an error that the control finds itself, such as a text that is not a date. The field shows it instead of the form's error, which
 * only knows that the value is missing. Returns false outside of a field, where the control has to show it.
 */
export function useOwnProblem(problem: string | undefined): boolean {
  const show = use(FieldContext)?.showProblem
  useEffect(() => show?.(problem), [show, problem])
  return show !== undefined
}

export interface FieldProps {
  /** Always visible. */
  label: ReactNode
  /** Help that is always shown: a format, an example. */
  hint?: ReactNode
  /** What is wrong and how to correct it. */
  error?: ReactNode
  required?: boolean
  /** A word after the label, such as '(valgfritt)'. */
  note?: string
  /** `inset` puts the label inside the box, as in the search bar, where the surrounding box draws the border. */
  variant?: 'stacked' | 'inset'
  className?: string
  children: ReactNode
}

// The ring is around label and control together. A hairline separates it from the field before: above it on a phone, beside it where the
// bar is one row.
const insetBox =
  'relative rounded-field px-4 py-2 not-first:before:absolute not-first:before:-top-[3px] not-first:before:inset-x-4 ' +
  'not-first:before:border-t not-first:before:border-line md:not-first:before:inset-x-auto md:not-first:before:inset-y-1.5 ' +
  'md:not-first:before:-start-[3px] md:not-first:before:border-s md:not-first:before:border-t-0 hover:bg-sunk/60 has-[:is(input,select):focus-visible]:outline-2 ' +
  'has-[:is(input,select):focus-visible]:outline-focus'

/** Label, control, hint and error. The control is a `TextInput`, `Select`, `Combobox`, `DateField` … inside. */
export function Field({
  label,
  hint,
  error,
  required = false,
  note,
  variant = 'stacked',
  className = '',
  children,
}: FieldProps) {
  const id = useId()
  const [problem, showProblem] = useState<string>()
  const inset = variant === 'inset'
  const shown = problem ?? error
  const describedBy = [shown && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(shown), required, inset, showProblem }}>
      <div
        data-field-box={inset || undefined}
        className={`flex min-w-0 flex-col ${inset ? insetBox : 'gap-1.5'} ${className}`}
      >
        <label htmlFor={id} className={inset ? 'text-sm text-soft' : 'font-medium'}>
          {label}
          {note && <span className="font-normal text-soft"> {note}</span>}
        </label>
        {children}
        <FieldNotes id={id} hint={hint} error={shown} />
      </div>
    </FieldContext>
  )
}

interface FieldNotesProps {
  id: string
  hint?: ReactNode
  error?: ReactNode
}

/** The lines below a control; their ids are `{id}-hint` and `{id}-error`. */
export function FieldNotes({ id, hint, error }: FieldNotesProps) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <Icon name="warning" size={18} className="mt-px" />
          <span className="min-w-0">{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </>
  )
}

/** Returns the classes of every one-line control's box. */
export function controlClass(inset: boolean, className = '') {
  const box = inset
    ? 'min-h-8 border-0 bg-transparent p-0 focus-visible:outline-none'
    : 'min-h-11 rounded-field border border-edge bg-surface px-3.5 py-2 hover:border-soft focus-visible:outline-offset-0 ' +
      'aria-invalid:border-danger aria-invalid:outline-danger disabled:bg-sunk disabled:text-soft'
  return `w-full min-w-0 text-base text-text ${box} ${className}`
}

import { useId, useLayoutEffect, useRef, useState, type InputHTMLAttributes, type Ref } from 'react'
import { controlClass, FieldNotes, useFieldControl, useOwnProblem } from './field.tsx'
import { Icon } from './icon.tsx'
import { parseTime } from './time-text.ts'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'>

export interface TimeFieldProps extends InputProps {
  /** 'HH:MM' or ''. */
  value: string
  /** Called on blur and on Enter; '' for an empty text and for one that is not a time. */
  onChange: (value: string) => void
  texts: {
    /** Error for a text that is not a time; says how to write one. */
    invalid: string
  }
  ref?: Ref<HTMLInputElement>
}

/** A time of day on the 24-hour clock, typed in any usual form; shown as HH:MM on blur. */
export function TimeField({ value, onChange, texts, className = '', ref, ...rest }: TimeFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const id = useId()
  const { inset, attributes } = useFieldControl(rest)
  const told = useOwnProblem(refused ? texts.invalid : undefined)
  const problem = refused && !told ? texts.invalid : undefined

  const focused = useRef<HTMLInputElement>(null)
  // A time that arrives between focus and the first key is replaced by what is typed, instead of joined with it.
  useLayoutEffect(() => {
    if (draft === null) focused.current?.select()
  }, [value, draft])

  const commit = () => {
    if (draft === null) return
    const parsed = draft.trim() === '' ? '' : parseTime(draft)
    setRefused(parsed === undefined)
    if (parsed !== undefined) setDraft(null)
    onChange(parsed ?? '')
  }

  return (
    <>
      <div className="relative">
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="07:00"
          maxLength={8}
          {...rest}
          {...attributes}
          aria-invalid={attributes['aria-invalid'] || refused || undefined}
          aria-describedby={
            [problem && `${id}-error`, attributes['aria-describedby']].filter(Boolean).join(' ') || undefined
          }
          ref={ref}
          value={draft ?? value}
          onChange={(event) => {
            setDraft(event.target.value)
            setRefused(false)
          }}
          onFocus={(event) => {
            focused.current = event.currentTarget
            rest.onFocus?.(event)
          }}
          onBlur={(event) => {
            focused.current = null
            commit()
            rest.onBlur?.(event)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
            rest.onKeyDown?.(event)
          }}
          className={controlClass(inset, `pe-11 tabular ${className}`)}
        />
        <Icon name="clock" className="pointer-events-none absolute inset-y-0 end-3 my-auto text-soft" />
      </div>
      <FieldNotes id={id} error={problem} />
    </>
  )
}

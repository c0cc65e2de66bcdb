import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useState } from 'react'
import { controlClass, useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** A short word inside the box after the text, such as 'kr'. */
  unit?: string
  /** A button inside the box at its end, such as 'show password'. */
  endSlot?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextInput({ unit, endSlot, className = '', ...rest }: TextInputProps) {
  const { inset, attributes } = useFieldControl(rest)
  const input = (
    <input
      type="text"
      {...rest}
      {...attributes}
      className={controlClass(inset, `${endSlot || unit ? 'pe-12' : ''} ${className}`)}
    />
  )
  if (!unit && !endSlot) return input
  return (
    // The box has the direction of its text, so that the unit follows the text in right-to-left pages too.
    <div className="relative" dir={rest.dir === 'ltr' ? 'ltr' : undefined}>
      {input}
      {unit && (
        <span className="pointer-events-none absolute inset-y-0 end-3.5 flex items-center text-soft" aria-hidden="true">
          {unit}
        </span>
      )}
      {endSlot && <div className="absolute inset-y-0 end-0 flex items-center">{endSlot}</div>}
    </div>
  )
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Shows how many characters (code points, as the server counts) of this many are used. Nothing is cut off. */
  counter?: number
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ counter, className = '', ref, onInput, ...rest }: TextAreaProps) {
  const { attributes } = useFieldControl(rest)
  const [used, setUsed] = useState(0)
  const count = (text: string) => counter && setUsed([...text].length)
  // React calls this after every render, so a value that a form library set directly is counted too.
  const attach = (element: HTMLTextAreaElement | null) => {
    const release = typeof ref === 'function' ? ref(element) : undefined
    if (ref && typeof ref === 'object') ref.current = element
    if (element) count(element.value)
    return release
  }
  return (
    <div className="flex flex-col">
      <textarea
        rows={4}
        dir="auto"
        {...rest}
        {...attributes}
        ref={attach}
        onInput={(event) => {
          count(event.currentTarget.value)
          onInput?.(event)
        }}
        className={controlClass(false, `field-sizing-content max-h-80 min-h-24 resize-y ${className}`)}
      />
      {counter && (
        <span
          className={`mt-1 self-end text-sm tabular ${used > counter ? 'font-medium text-danger' : 'text-soft'}`}
          dir="ltr"
        >
          {used} / {counter}
        </span>
      )}
    </div>
  )
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>
}

/** The device's own select; children are `<option>`s. */
export function Select({ className = '', children, ...rest }: SelectProps) {
  const { inset, attributes } = useFieldControl(rest)
  return (
    <div className="relative">
      <select {...rest} {...attributes} className={controlClass(inset, `appearance-none pe-10 ${className}`)}>
        {children}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 end-3 my-auto text-soft" />
    </div>
  )
}

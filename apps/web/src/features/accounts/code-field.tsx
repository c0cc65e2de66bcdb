import type { Ref } from 'react'
import { Field } from '#ui/field'
import { TextInput, type TextInputProps } from '#ui/text-input'

interface CodeFieldProps extends Omit<TextInputProps, 'type' | 'autoComplete'> {
  label: string
  hint?: string
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** The digits from a mail or an app, large enough to compare; the device may offer what has just arrived. */
export function CodeField({ label, hint, error, ...rest }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required>
      <TextInput
        inputMode="numeric"
        {...rest}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        // Room for what people paste: spaces between the digits.
        maxLength={20}
        dir="ltr"
        className="font-heading text-xl tracking-[0.2em] tabular"
      />
    </Field>
  )
}

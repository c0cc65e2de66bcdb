import type { ComponentProps, FocusEvent, KeyboardEvent } from 'react'
import { useLanguage } from '#lib/i18n'
import { TextInput } from '#ui/text-input'
import { typedPhone, wholePhone } from './model.ts'

interface PhoneInputProps extends ComponentProps<typeof TextInput> {
  /** Sets the field's value to the number with its country code. */
  onComplete: (phone: string) => void
}

/**
 * A field for a phone number. It shows the number with its country code once it is left, and Enter first completes the number: a person sees
 * what is stored before it is sent.
 */
export function PhoneInput({ onComplete, onBlur, onKeyDown, ...props }: PhoneInputProps) {
  const { language } = useLanguage()
  /** Returns whether the number was changed. */
  const complete = (typed: string) => {
    const whole = wholePhone(typed, language)
    if (whole === typed || typedPhone(whole) === typed) return false
    onComplete(typedPhone(whole))
    return true
  }
  return (
    <TextInput
      {...props}
      type="tel"
      autoComplete="tel"
      dir="ltr"
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        complete(event.target.value)
        onBlur?.(event)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter' && complete(event.currentTarget.value)) event.preventDefault()
        onKeyDown?.(event)
      }}
    />
  )
}

import { useState, type Ref } from 'react'
import { useT } from '#lib/i18n'
import { IconButton } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput, type TextInputProps } from '#ui/text-input'

export interface PasswordFieldProps extends Omit<TextInputProps, 'type' | 'endSlot' | 'autoComplete'> {
  /** Where there is more than one. */
  label?: string
  hint?: string
  error?: string
  autoComplete: 'current-password' | 'new-password'
  ref?: Ref<HTMLInputElement>
}

/** A password with a toggle to look at it; pasting and password managers work as everywhere. */
export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton
      icon={shown ? 'eye-off' : 'eye'}
      label={shown ? t('accounts.hide_password') : t('accounts.show_password')}
      onClick={() => setShown(!shown)}
    />
  )
  return (
    <Field label={label ?? t('accounts.password')} hint={hint} error={error} required>
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        endSlot={toggle}
      />
    </Field>
  )
}

import { lazy, Suspense, useState, type ComponentType } from 'react'
import { recommendedPasswordLength } from '@samtur/contract/constants'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import type { Person } from './password-strength.tsx'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'

/** Strength is advice: where it cannot be fetched, nothing stands in its place. */
const nothing = { PasswordStrength: () => null }
const PasswordStrength = lazy(async (): Promise<{ default: ComponentType<{ password: string; person: Person }> }> => {
  const loaded = await import('./password-strength.tsx').catch(() => nothing)
  return { default: loaded.PasswordStrength }
})

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete' | 'hint'> {
  /** Whose password it becomes; without it that of the reader. */
  person?: Person
}

/** The field for a new password, with advice and the password's strength below. */
export function NewPasswordField({ person, onChange, error, ...rest }: NewPasswordFieldProps) {
  const t = useT()
  const { me } = useSession()
  const owner = person ?? { email: me?.email ?? '', name: me?.profile.full_name ?? '' }
  const [typed, setTyped] = useState('')
  const hint = [
    t('accounts.password_hint', { min: boot.config.password_min }),
    t('accounts.password_advice', { count: recommendedPasswordLength }),
  ].join(' ')
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        {...rest}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
        // The error says what is missing, and why.
        hint={error ? undefined : hint}
        error={error}
        autoComplete="new-password"
        dir="ltr"
      />
      {typed !== '' && (
        // As high as the strength, so that nothing below moves when it has been fetched.
        <Suspense fallback={<div className="h-8" />}>
          <PasswordStrength password={typed} person={owner} />
        </Suspense>
      )}
    </div>
  )
}

import { recommendedPasswordLength } from '@samtur/contract/constants'
import { useT } from '#lib/i18n'

const levels = ['weak', 'fair', 'good', 'strong'] as const
type Level = (typeof levels)[number]

const STRONG_LENGTH = 16

/** Returns how hard a text is to guess, by its length without repetitions. The server knows what is guessed first and may still refuse it. */
export function strengthOf(password: string): Level {
  const characters = Array.from(password)
  const distinct = new Set(characters).size
  // The same few characters again and again are no longer text.
  const length = Math.min(characters.length, distinct * 2)
  if (length < recommendedPasswordLength) return length >= 8 ? 'fair' : 'weak'
  return length >= STRONG_LENGTH ? 'strong' : 'good'
}

const colors: Record<Level, string> = { weak: 'bg-danger', fair: 'bg-warning', good: 'bg-brand', strong: 'bg-brand' }

/** A bar of four parts with its word below. Screen readers hear the word when it changes, not with every key. */
export function PasswordStrength({ password }: { password: string }) {
  const t = useT()
  const level = strengthOf(password)
  const reached = levels.indexOf(level)
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden="true" className="flex gap-1">
        {levels.map((name, index) => (
          <span key={name} className={`h-1.5 flex-1 rounded-full ${index <= reached ? colors[level] : 'bg-line'}`} />
        ))}
      </div>
      <p role="status" className="min-h-5 text-sm text-soft">
        {t('accounts.strength', { level })}
      </p>
    </div>
  )
}

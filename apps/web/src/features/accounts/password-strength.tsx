import { recommendedPasswordLength } from '@samtur/contract/constants'
import { createWeaknessFinder } from '@samtur/contract/weak-passwords'
import { languages } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'

const levels = ['weak', 'fair', 'good', 'strong'] as const
type Level = (typeof levels)[number]

/** Whose name and address make a password easy to guess. */
export interface Person {
  email: string
  name: string
}

const STRONG_LENGTH = 16

const findWeaknesses = createWeaknessFinder({
  locales: Object.values(languages).map(({ tag }) => tag),
  // The list is the server's alone: it is too long to be sent to everybody.
  isCommon: () => false,
})

/** Returns how hard a text is to guess: by the server's rules and by its length without repetitions. */
export function strengthOf(password: string, person: Person): Level {
  if (findWeaknesses(password, person).length > 0) return 'weak'
  const characters = Array.from(password)
  const distinct = new Set(characters).size
  // The same few characters again and again are no longer text.
  const length = Math.min(characters.length, distinct * 2)
  if (length < recommendedPasswordLength) return length >= 8 ? 'fair' : 'weak'
  return length >= STRONG_LENGTH ? 'strong' : 'good'
}

const colors: Record<Level, string> = { weak: 'bg-danger', fair: 'bg-warning', good: 'bg-brand', strong: 'bg-brand' }

/** A bar of four parts with its word below. Screen readers hear the word when it changes, not with every key. */
export function PasswordStrength({ password, person }: { password: string; person: Person }) {
  const t = useT()
  const level = strengthOf(password, person)
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

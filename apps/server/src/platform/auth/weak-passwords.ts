import { createWeaknessFinder } from '@samtur/contract/weak-passwords'
import { languages } from '@samtur/i18n/translate'
import { isCommonPassword } from './common-passwords.ts'

/** Returns why a password is too easy to guess, by the shared rules and the list of common passwords. */
export const findWeaknesses = createWeaknessFinder({
  locales: Object.values(languages).map(({ tag }) => tag),
  isCommon: isCommonPassword,
})

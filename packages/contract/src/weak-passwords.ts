/**
 * Rules for passwords that are too easy to guess, with their reasons: for the server, which refuses them, and for the meter in the form.
 */
import { passwordWeaknesses, type PasswordWeakness } from './accounts.ts'
import { PRODUCT_NAME } from './constants.ts'

interface Person {
  email: string
  name: string
}

interface Knowledge {
  /** Tags of the languages in which months and days of the week count as words. */
  locales: readonly string[]
  /** Returns whether a word is on the list of common passwords. */
  isCommon: (word: string) => boolean
}

/**
 * Returns a function that returns why a password is too easy to guess; empty when it is not. A word also counts in capitals, with digits
 * and signs around it, and with signs in place of letters (`P@ssw0rd1!`), because guessers try these next.
 */
export function createWeaknessFinder({ locales, isCommon }: Knowledge) {
  const calendarWords = namesOfTime(locales)
  const isCommonWord = (text: string) =>
    Array.from(text).length >= SHORTEST_WORD && (isCommon(text) || LOCAL_WORDS.has(fold(text)))
  return (password: string, person: Person): PasswordWeakness[] => {
    const text = password.normalize('NFKC').toLowerCase()
    const forms = guessedForms(text)
    const common = forms.some(isCommonWord) || isEasyRun(text)
    const used = usedWords(forms, contextOf(person, calendarWords))
    if (text === person.email.toLowerCase()) used.add('email')
    if (isDateOrNumber(text)) used.add('pattern')
    return passwordWeaknesses.filter((reason) => used.has(reason) || (reason === 'common' && common))
  }
}

/** Words that are common in the product's countries but not in the international list. */
const LOCAL_WORDS = new Set(
  `adgangskode losenord hemligt hemmelig hemmelighet heisann heihei hallo norge danmark sverige fotball fodbold fotboll
  elsker elskerdeg jegelsker jegelskerdeg jagalskardig kjaereste skatt kanonbra velkommen valkommen passord kodeord haslo
  handball handboll solskinn solsken rosenborg brann valerenga viking molde lillestrom brondby malmo goteborg kobenhavn stockholm oslo
  bergen trondheim stavanger tromso kjaerlighet kaerlighed karlek kjempe sommerfugl parol privet lyubov natasha marina kocham kochamcie polska dupa misiek`.split(
    /\s+/,
  ),
)

const SHORTEST_WORD = 4

/** More digits and signs around a word than a date has are too many to guess. */
const MOST_AROUND = 8

/**
 * Returns the forms of which the text may be a variant: itself, without separators, without the signs around it, with signs read as
 * letters.
 */
function guessedForms(text: string): string[] {
  const forms = new Set<string>()
  for (const whole of [text, text.replace(/[\s._-]/g, '')]) {
    const start = /^[^\p{L}]*/u.exec(whole)?.[0].length ?? 0
    const end = /[^\p{L}]*$/u.exec(whole)?.[0].length ?? 0
    // A sign at an end may be a letter or an addition, so all lengths are tried.
    for (let tail = 0; tail <= (end > MOST_AROUND ? 0 : end); tail++)
      for (const head of start > 0 && start <= MOST_AROUND ? [0, start] : [0]) {
        const part = whole.slice(head, whole.length - tail)
        for (const form of [part, readSigns(part, 'i'), readSigns(part, 'l')]) addUnit(forms, form)
      }
  }
  return [...forms]
}

const LONGEST_REPEAT = 40

/** Adds the text, and the word that it repeats; a long text is not searched for one. */
function addUnit(forms: Set<string>, text: string) {
  forms.add(text)
  const unit = text.length <= LONGEST_REPEAT ? /^(.{3,}?)\1+$/u.exec(text)?.[1] : undefined
  if (unit) forms.add(unit)
}

const SIGNS: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
}

const readSigns = (text: string, one: string) =>
  text.replace(/[0-9@$€!|]/g, (sign) => SIGNS[sign] ?? (/[1!|]/.test(sign) ? one : sign))

/** Removes marks from letters, as people type them on another keyboard. */
function fold(text: string) {
  const plain: Record<string, string> = { ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ß: 'ss' }
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øæłđß]/g, (letter) => plain[letter] ?? letter)
}

const SHORTEST_CONTEXT = 3

const wordsIn = (text: string) =>
  new Set(
    fold(text)
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= SHORTEST_CONTEXT),
  )

/** Returns words that a guesser knows of this person and this service; where a word is of two kinds, the later entry counts. */
function contextOf({ email, name }: Person, calendarWords: readonly string[]): Map<string, PasswordWeakness> {
  const [local = '', domain = ''] = email.split('@')
  const words = new Map<string, PasswordWeakness>(calendarWords.map((word) => [word, 'pattern']))
  const add = (text: string, reason: PasswordWeakness) => wordsIn(text).forEach((word) => words.set(word, reason))
  add(local, 'email')
  // The last label says nothing about the person.
  add(domain.split('.').slice(0, -1).join(' '), 'email')
  add(PRODUCT_NAME, 'product')
  add(name, 'name')
  return words
}

/** Seasons and holidays; months and days of the week come from `Intl`. */
const SEASONS =
  `spring summer autumn fall winter christmas easter vår sommer høst vinter jul påske forår efterår sommar höst
  весна лето осень зима vesna leto osen zima wiosna lato jesień zima ربيع صيف خريف شتاء الربيع الصيف الخريف الشتاء`.split(
    /\s+/,
  )

function namesOfTime(locales: readonly string[]): string[] {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 1)))
  const days = [...months, ...Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))]
  const options: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    { weekday: 'long' },
  ]
  const names = locales.flatMap((locale) =>
    options.flatMap((option) => {
      const format = new Intl.DateTimeFormat(locale, { ...option, timeZone: 'UTC' })
      const parts = days.flatMap((day) => format.formatToParts(day))
      return parts.filter(({ type }) => type === 'month' || type === 'weekday').map(({ value }) => value)
    }),
  )
  return [...SEASONS, ...names].map(fold).filter((word) => word.length >= SHORTEST_CONTEXT)
}

/** Returns the reasons for words that make up a form with nothing but digits and signs beside them; longer sentences are accepted. */
function usedWords(forms: readonly string[], context: ReadonlyMap<string, PasswordWeakness>) {
  const byLength = [...context].toSorted(([a], [b]) => b.length - a.length)
  const used = new Set<PasswordWeakness>()
  for (const form of forms) {
    let rest = fold(form)
    const found: PasswordWeakness[] = []
    for (const [word, reason] of byLength) {
      if (!rest.includes(word)) continue
      rest = rest.replaceAll(word, ' ')
      found.push(reason)
    }
    const around = rest.replace(/\s/g, '')
    if (!/\p{L}/u.test(around) && around.length <= MOST_AROUND) found.forEach((reason) => used.add(reason))
  }
  return used
}

const SHORTEST_NUMBER = 10

/** Returns whether the text is a date in digits, or a number short enough to be one or a telephone number. */
const isDateOrNumber = (text: string) =>
  /^\d+$/.test(text.replace(/[\s./-]/g, '')) && text.replace(/\D/g, '').length < SHORTEST_NUMBER

/** Rows of neighbouring characters in alphabets and on keyboards. */
const ROWS = [
  '0123456789',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyzæøå',
  'qwertyuiopå',
  'asdfghjkløæ',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  'ضصثقفغعهخحجد',
  'شسيبلاتنمكط',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
].flatMap((row) => [row, Array.from(row).toReversed().join('')])

const SHORTEST_RUN = 3

/** Returns whether the whole text is made of repeated characters and of neighbours on the keyboard or in the alphabet. */
function isEasyRun(text: string): boolean {
  const characters = Array.from(text)
  let at = 0
  while (at < characters.length) {
    const length = Math.max(repeatedFrom(characters, at), ...ROWS.map((row) => rowFrom(row, characters, at)))
    if (length < SHORTEST_RUN) return false
    at += length
  }
  return characters.length > 0
}

function repeatedFrom(characters: readonly string[], at: number) {
  let end = at
  while (end < characters.length && characters[end] === characters[at]) end++
  return end - at
}

function rowFrom(row: string, characters: readonly string[], at: number) {
  let length = 0
  while (at + length < characters.length && row.includes(characters.slice(at, at + length + 1).join(''))) length++
  return length
}

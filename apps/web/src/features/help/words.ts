/** Words in the form of the search: without case, accents and function words. No React. */
import type { Language } from '@samtur/i18n/translate'

const plainLetters: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ة: 'ه',
  ى: 'ي',
}

/** Returns lower case, without accents, dots and rings, which a keyboard may lack. */
export function fold(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.replace(/[øæœßłđðþةى]/gu, (letter) => plainLetters[letter] ?? letter)
}

const word = /[\p{L}\p{M}\p{N}]+/gu

export const wordsIn = (text: string): string[] => text.match(word) ?? []

/** Splits a text into words and what is between them, for marking the found ones. */
export function splitWords(text: string): { text: string; isWord: boolean }[] {
  const parts: { text: string; isWord: boolean }[] = []
  let end = 0
  for (const match of text.matchAll(word)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isWord: false })
    parts.push({ text: match[0], isWord: true })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isWord: false })
  return parts
}

/** Words that every question may have, which say nothing about its subject. */
const idle: Record<Language, string> = {
  en:
    'a an and any are as at be been but by can could did do does for from get got had has have how i if in into is it its just ' +
    'like me my need not of on or please should so some someone somebody that the their them then there they thing this to too ' +
    'up us want was we were what when where which who why will with would you your im ive dont does doing am anyone happen ' +
    'happens way',
  no:
    'alle andre at av bare ble bli blir da de den der deg dere det dette din du eg ei eller en er et for fra få får gjor gjør gjøre ' +
    'går ha hadde han har hei hva hvem hvilke hvilken hvis hvor hvordan hvorfor i ikke ja jeg kan kom kunne litt lov man med meg ' +
    'men min mine mitt må noe noen når nå og om opp på seg selv sin skal slik som så til um ut var ved vi vil være å',
  da:
    'af alle andre at bare blev bliver da de dem den der deres det dette dig din du eller en er et for fra få får gør gøre går ha ' +
    'have har hej hvad hvem hvilke hvilken hvis hvor hvordan hvorfor i ikke ja jeg kan kunne lidt man med men mig min mine mit må ' +
    'noget nogen nogle når nu og om op på sig selv skal som så til ud var ved vi vil være at',
  sv:
    'alla andra att av bara blev bli blir de dem den denna det detta dig din du där då efter eller en ett från för få får gå går gör ' +
    'göra ha hade han har hej hur här i inte ja jag kan kunna lite man med mej men mig min mina mitt måste nu någon något några när ' +
    'och om på sig själv ska skall som så till upp ut vad var varför vem vi vid vill vilka vilken är å att',
  ru:
    'а без бы быть в вам вас во вот вы где да для до его ее если есть же за здесь и из или им их к как какие какой ко когда кто ли ' +
    'меня мне мной мой мои моя моё на надо нам не нет но ну о об он она они от по под при про с со себя сейчас так там то тоже ' +
    'только у уже хочу чем что чтобы эта это этот я могу можно нужно делать сделать',
  pl:
    'a aby albo ale bez bo by byc być ci co czy dla do gdy gdzie go i ich ile im ja jak jaka jaki jakie jako je jego jej jest jesli ' +
    'jeśli już kiedy kto ktos ktoś która które który lub ma mam mnie moge mogę moj moja moje mój można może mi na nad nie niż o od on ' +
    'ona oni po pod przez przy sa są się skad skąd ta tak tam te tego ten to tu ty u w we wiec więc z za ze że żeby zrobic zrobić',
  ar:
    'في من على إلى عن مع هل ما ماذا كيف متى أين لماذا من هو هي هم أنا نحن أنت هذا هذه ذلك تلك الذي التي أن إن كان كانت يكون لا لم لن ' +
    'أو و ثم قد كل بعض أي عند لي لك له لها بي به بها يمكن يمكنني أستطيع أريد أحتاج إذا حتى بعد قبل غير',
}

const idleWords = new Map<Language, ReadonlySet<string>>()

function idleOf(language: Language): ReadonlySet<string> {
  const known = idleWords.get(language) ?? new Set(idle[language].split(' ').map(fold))
  idleWords.set(language, known)
  return known
}

/** The article and short words that Arabic joins to the next word. */
const arabicFront = /^(?:وال|بال|فال|كال|لل|ال)(?=.{3})/u

/** Returns the word in the form of the search, or null for a word without meaning. */
export function termOf(text: string, language: Language): string | null {
  const folded = fold(text)
  if (folded.length < 2 && !/\d/.test(folded)) return null
  if (idleOf(language).has(folded)) return null
  return language === 'ar' ? folded.replace(arabicFront, '') : folded
}

/** Returns the part that a word shares with its other forms: 'betaler' and 'betaling'. Undefined where too little would remain. */
export function stemOf(term: string): string | undefined {
  if (term.length < 6) return undefined
  return term.slice(0, Math.max(4, Math.ceil(term.length * 0.65)))
}

/** Words to use and words to avoid, per language. `npm run check` refuses a text that has a word to avoid. */
import { ar } from './glossary/ar.ts'
import { da } from './glossary/da.ts'
import { en } from './glossary/en.ts'
import { no } from './glossary/no.ts'
import { pl } from './glossary/pl.ts'
import { ru } from './glossary/ru.ts'
import { sv } from './glossary/sv.ts'
import type { Term } from './glossary/term.ts'
import type { Language } from './translate.ts'

export type Glossary = Readonly<Partial<Record<Language, readonly Term[]>>>

export const glossary: Record<Language, readonly Term[]> = { no, en, da, sv, ru, pl, ar }

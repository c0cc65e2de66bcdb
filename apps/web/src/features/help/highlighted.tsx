import { useLanguage } from '#lib/i18n'
import { splitWords, termOf } from './words.ts'

/** A text with the found words marked. */
export function Highlighted({ text, found }: { text: string; found: ReadonlySet<string> }) {
  const { language } = useLanguage()
  if (found.size === 0) return text
  return splitWords(text).map((part, at) =>
    part.isWord && found.has(termOf(part.text, language) ?? '') ? (
      <mark key={at} className="rounded-sm bg-sun/35 text-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}

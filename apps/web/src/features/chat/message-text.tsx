import { memo } from 'react'
import { useT } from '#lib/i18n'
import { textParts } from './links.ts'

/** Shows a message as plain text; only web addresses become links. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  const t = useT()
  return textParts(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="rounded-sm underline decoration-1 underline-offset-3 hover:decoration-2"
      >
        {part}
        <span className="sr-only"> {t('chat.new_tab')}</span>
      </a>
    ),
  )
})

import { useEffect, useRef } from 'react'
import type { RequestDetail, SupportMessage } from '@samtur/contract/support'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'

/** The messages of a request, oldest first; new ones are announced. */
export function Talk({ request }: { request: RequestDetail }) {
  const t = useT()
  const log = useRef<HTMLDivElement>(null)
  const last = request.messages.at(-1)?.seq
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [last])
  return (
    <div
      ref={log}
      role="log"
      aria-label={t('admin_support.talk')}
      tabIndex={0}
      className="relative max-h-96 overflow-y-auto rounded-field border border-line bg-ground p-3 focus-visible:-outline-offset-2"
    >
      {request.messages.length === 0 && <p className="text-soft">{t('admin_support.no_messages')}</p>}
      <ol className="flex flex-col gap-2.5">
        {request.messages.map((message) => (
          <Line key={message.id} message={message} person={request.user?.full_name ?? request.name} />
        ))}
      </ol>
    </div>
  )
}

const looks: Record<SupportMessage['author'], string> = {
  person: 'self-start bg-sunk',
  assistant: 'self-start border-line bg-surface text-soft',
  admin: 'self-end bg-brand text-on-brand',
}

function Line({ message: { author, content, created_at }, person }: { message: SupportMessage; person: string }) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  const name = {
    person: nameOf(person),
    assistant: t('admin_support.assistant'),
    admin: t('admin_support.administrator'),
  }[author]
  return (
    <li className={`max-w-[85%] rounded-field border border-transparent px-3.5 py-2 ${looks[author]}`}>
      <p className="flex flex-wrap gap-x-2 text-sm">
        <bdi className="font-semibold">{name}</bdi>
        <time dateTime={created_at}>{format.dateTime(created_at)}</time>
      </p>
      <p dir="auto" className="max-w-text whitespace-pre-line wrap-anywhere">
        {content}
      </p>
    </li>
  )
}

import { useRef } from 'react'
import type { RequestSummary } from '@samtur/contract/support'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { canStart } from './admin-model.ts'
import { RequestBadge, TypeTag } from './admin-states.tsx'
import { useStatusChange } from './admin-resolve.tsx'

interface RequestRowProps {
  request: RequestSummary
  /** One of very many rows: rendered when it comes into view. */
  crowded: boolean
  onShow: (id: string) => void
}

/** A request's person, subject, time and state. The whole row opens it. */
export function RequestRow({ request, crowded, onShow }: RequestRowProps) {
  const t = useT()
  const format = useFormat()
  const opener = useRef<HTMLButtonElement>(null)
  const { change, busy } = useStatusChange(request.id)
  const { id, name, email, subject, request_type, status, created_at, origin, waiting } = request
  const start = async () => {
    await change('in_progress')
    // The pressed button has disappeared.
    if (document.activeElement === document.body) opener.current?.focus()
  }
  return (
    <li
      data-request={id}
      className={
        'relative grid gap-x-5 gap-y-1.5 border-t border-line px-4 py-3 first:border-t-0 hover:bg-sunk ' +
        `md:grid-cols-[minmax(0,1fr)_15rem_12rem] ${crowded ? '[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]' : ''}`
      }
    >
      <div className="min-w-0">
        <button
          ref={opener}
          type="button"
          data-row
          onClick={() => onShow(id)}
          className={
            'max-w-full text-start font-semibold wrap-anywhere outline-none after:absolute after:inset-0 ' +
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
          }
        >
          <bdi>{subject}</bdi>
        </button>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <TypeTag type={request_type} />
          {origin === 'chat' && <Tag icon="chat">{t('admin_support.origin.chat')}</Tag>}
          {waiting && (
            <Tag tone="warning" icon="bell">
              {t('admin_support.waiting')}
            </Tag>
          )}
        </p>
      </div>
      <div className="min-w-0 text-sm wrap-anywhere">
        <bdi className="block text-base">{name}</bdi>
        <bdi dir="ltr" className="text-soft">
          {email}
        </bdi>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 md:flex-col md:items-end md:justify-start">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-col md:items-end">
          <RequestBadge status={status} />
          <time dateTime={created_at} className="text-sm text-soft">
            {format.dateTime(created_at)}
          </time>
        </span>
        {canStart(request) && (
          <Button variant="quiet" size="sm" busy={busy} className="z-1" onClick={() => void start()}>
            {t('admin_support.start_review')}
            <span className="sr-only"> {subject}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

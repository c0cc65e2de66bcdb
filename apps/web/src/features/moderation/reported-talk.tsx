import { useId, useState } from 'react'
import type { ReportDetail, ReportedMessage } from '@samtur/contract/reports'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import { HidingButton } from './hiding.tsx'
import { type Hideable, senderOf } from './reports-model.ts'

interface ReportedTalkProps {
  report: ReportDetail
  onHide: (what: Hideable) => void
}

/** Number of messages shown before the rest is expanded. */
const SHOWN = 5

/**
 * The conversation as it was when it was reported, newest message first. The reported person's messages are highlighted; both people's can
 * be hidden.
 */
export function ReportedTalk({ report, onHide }: ReportedTalkProps) {
  const t = useT()
  const listId = useId()
  const [all, setAll] = useState(false)
  const newestFirst = report.messages.toReversed()
  const shown = all ? newestFirst : newestFirst.slice(0, SHOWN)
  return (
    <>
      {/* A scrolling area has to be reachable by keyboard. */}
      <div
        role="region"
        aria-label={t('admin_reports.talk')}
        tabIndex={0}
        className="max-h-96 overflow-y-auto rounded-field border border-line bg-ground focus-visible:-outline-offset-2"
      >
        <ol id={listId}>
          {shown.map((message) => (
            <Message key={message.id} message={message} report={report} onHide={onHide} />
          ))}
        </ol>
      </div>
      {newestFirst.length > SHOWN && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-2"
          aria-expanded={all}
          aria-controls={listId}
          onClick={() => setAll(!all)}
        >
          {all ? t('admin_reports.talk_fewer') : t('admin_reports.talk_all', { count: newestFirst.length })}
        </Button>
      )}
    </>
  )
}

interface MessageProps extends ReportedTalkProps {
  message: ReportedMessage
}

function Message({ message, report, onHide }: MessageProps) {
  const t = useT()
  const format = useFormat()
  const { id, sender_id, content, image_url, hidden, taken_back, created_at } = message
  const sender = senderOf(report, sender_id)
  const name = usePersonName()(sender.full_name)
  const own = sender_id === report.reported.id
  return (
    <li className={`border-t border-line px-3.5 py-2.5 first:border-t-0 ${own ? 'bg-surface' : ''}`}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-soft">{own ? t('admin_reports.is_reported') : t('admin_reports.is_reporter')}</span>
        <time dateTime={created_at} className="text-soft">
          {format.dateTime(created_at)}
        </time>
        {taken_back && <span className="text-soft italic">{t('admin_reports.taken_back')}</span>}
      </p>
      {content && (
        <p dir="auto" className="max-w-text whitespace-pre-line wrap-anywhere">
          {content}
        </p>
      )}
      {image_url && <Picture src={image_url} alt={t('admin_reports.image_from', { name })} />}
      {!content && !image_url && <p className="text-soft italic">{t('admin_reports.nothing_left')}</p>}
      {(hidden || content || image_url) && (
        <p className="mt-1.5">
          <HidingButton
            what={{ kind: 'message', id, hidden }}
            of={t('admin_reports.message_from', { name, time: format.time(created_at) })}
            onHide={onHide}
          />
        </p>
      )}
    </li>
  )
}

function Picture({ src, alt }: { src: string; alt: string }) {
  const t = useT()
  return (
    <a
      href={src}
      target="_blank"
      rel="noopener noreferrer"
      className="mt-1 inline-flex flex-col gap-1 rounded-sm text-sm text-link"
    >
      <img src={src} alt={alt} loading="lazy" decoding="async" className="max-h-60 max-w-full rounded-sm bg-[#fff]" />
      <span className="inline-flex items-center gap-1.5 hover:underline">
        <Icon name="image" size={16} />
        {t('admin_reports.open_image')}
      </span>
    </a>
  )
}

import { useEffect, useRef, useState } from 'react'
import { lengths } from '@samtur/contract/constants'
import type { OwnRequestDetail, SupportMessage } from '@samtur/contract/support'
import { supportMessageBody } from '@samtur/contract/support'
import { useErrorText } from '#lib/error-text'
import { useLoadFailure } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Failure } from '#ui/failure'
import { Field } from '#ui/field'
import { Loading } from '#ui/skeleton'
import { SkeletonText } from '#ui/skeleton-text'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { linesOf } from './model.ts'
import { useLiveSupport, useOwnRequest, useSay } from './queries.ts'

interface TalkProps {
  requestId: string
  /** Fills what is around it and scrolls by itself, with the newest in view. */
  fill?: boolean
}

/** What was said about a request, live, and a field to add to it. */
export function Talk({ requestId, fill }: TalkProps) {
  const t = useT()
  const query = useOwnRequest(requestId)
  const failure = useLoadFailure(query)
  useLiveSupport()
  if (!query.data && query.isError) return <Failure {...failure} title={t('support.talk_failed')} />
  if (!query.data) {
    return (
      <Loading label={t('core.loading')} className={fill ? 'p-4' : ''}>
        <SkeletonText lines={4} />
      </Loading>
    )
  }
  const open = query.data.status !== 'resolved'
  return (
    <>
      <Lines request={query.data} fill={fill} />
      <div className={fill ? 'border-t border-line p-4' : 'mt-4'}>
        {open ? <SayForm requestId={requestId} atEnd={fill} /> : <Alert tone="success">{t('support.closed')}</Alert>}
      </div>
    </>
  )
}

function Lines({ request, fill }: { request: OwnRequestDetail; fill?: boolean }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const lines = linesOf(request)
  const last = lines.at(-1)?.id
  useEffect(() => {
    if (fill && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [fill, last])
  return (
    <div
      ref={box}
      role="log"
      aria-label={t('support.log')}
      tabIndex={0}
      className={`flex flex-col gap-2.5 ${fill ? 'min-h-0 flex-1 overflow-y-auto overscroll-contain p-4' : 'max-h-120 overflow-y-auto rounded-field'} focus-visible:-outline-offset-2`}
    >
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </div>
  )
}

const speakers = { person: 'support.you', assistant: 'support.assistant', admin: 'support.house' } as const

const looks = {
  person: 'self-end bg-brand text-on-brand rounded-ee-sm',
  assistant: 'self-start bg-sunk text-text rounded-es-sm',
  admin: 'self-start bg-brand-tint text-text rounded-es-sm',
}

function Line({ line: { author, content, created_at } }: { line: SupportMessage }) {
  const t = useT()
  const format = useFormat()
  const own = author === 'person'
  return (
    <div className={`max-w-[min(88%,34rem)] rounded-card border border-transparent px-3.5 py-2 ${looks[author]}`}>
      <p className={own ? 'sr-only' : 'text-sm font-semibold text-soft'}>{t(speakers[author])}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
        {content}
      </p>
      <time dateTime={created_at} className={`mt-0.5 block text-end text-sm ${own ? 'text-on-brand/85' : 'text-soft'}`}>
        {format.dateTime(created_at)}
      </time>
    </div>
  )
}

/** One id for one text: what is only sent again is stored once. */
function SayForm({ requestId, atEnd }: { requestId: string; atEnd?: boolean }) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync, isPending } = useSay(requestId)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const attempt = useRef({ id: crypto.randomUUID(), text: '' })
  const ready = supportMessageBody.safeParse({ content: text }).success
  const send = async () => {
    if (!ready || isPending) return field.current?.focus()
    if (attempt.current.text !== text) attempt.current = { id: crypto.randomUUID(), text }
    try {
      await mutateAsync({ content: text, client_id: attempt.current.id })
      setText('')
      field.current?.focus()
    } catch (error) {
      toast({ tone: 'error', title: t('support.message_failed'), text: errorText(error), key: 'support-message' })
    }
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={t('support.message')}>
        <TextArea
          ref={field}
          rows={2}
          value={text}
          counter={[...text].length > lengths.chatMessage - 200 ? lengths.chatMessage : undefined}
          onChange={(event) => setText(event.target.value)}
          className="max-h-40! min-h-16!"
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        icon="send"
        busy={isPending}
        aria-disabled={!ready || undefined}
        className={atEnd ? 'self-end' : 'self-start'}
      >
        {t('support.message_send')}
      </Button>
    </form>
  )
}

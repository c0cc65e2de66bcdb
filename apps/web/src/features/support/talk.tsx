import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import type { OwnRequestDetail, SupportMessage } from '@samtur/contract/support'
import { supportMessageBody } from '@samtur/contract/support'
import { useLoadFailure } from '#lib/failure'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Failure } from '#ui/failure'
import { Field } from '#ui/field'
import { Loading } from '#ui/skeleton'
import { SkeletonText } from '#ui/skeleton-text'
import { TextArea } from '#ui/text-input'
import { linesOf } from './model.ts'
import { useLiveSupport, useOwnRequest, useSay } from './queries.ts'

interface TalkProps {
  requestId: string
  /** Fills its container and scrolls by itself, with the newest in view. */
  fill?: boolean
}

/** The messages of a request, live, with a field to add one. */
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

const speakers = { person: 'support.you', assistant: 'support.assistant', admin: 'support.administrator' } as const

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

/** Sends a text. The same text tried again keeps its id, so that it is stored once. */
function SayForm({ requestId, atEnd }: { requestId: string; atEnd?: boolean }) {
  const t = useT()
  const { mutateAsync } = useSay(requestId)
  const form = useForm({
    resolver: contractResolver<{ content: string }>(supportMessageBody),
    defaultValues: { content: '' },
  })
  const content = useWatch({ control: form.control, name: 'content' })
  const ready = supportMessageBody.safeParse({ content }).success
  const { submit, busy } = useSubmission({
    form,
    toastKey: 'support-message',
    send: (values, keyOf) => mutateAsync({ ...values, client_id: keyOf(values) }),
    onDone: () => {
      form.reset()
      form.setFocus('content')
    },
    failure: () => ({ title: t('support.message_failed') }),
  })
  return (
    <form noValidate className="flex flex-col gap-2.5" onSubmit={submit}>
      <Field label={t('support.message')}>
        <TextArea
          {...form.register('content')}
          rows={2}
          counter={[...content].length > lengths.chatMessage - 200 ? lengths.chatMessage : undefined}
          className="max-h-40! min-h-16!"
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        icon="send"
        busy={busy}
        aria-disabled={!ready || undefined}
        className={atEnd ? 'self-end' : 'self-start'}
      >
        {t('support.message_send')}
      </Button>
    </form>
  )
}

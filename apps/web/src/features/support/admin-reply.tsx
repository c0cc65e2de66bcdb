import { useRef, useState, type SyntheticEvent } from 'react'
import { lengths } from '@samtur/contract/constants'
import type { RequestDetail } from '@samtur/contract/support'
import { ApiError } from '#lib/api'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { useFailureToast } from '../moderation/public.ts'
import { useDraft } from './admin-drafts.ts'
import { useReply } from './admin-queries.ts'

const key = 'admin-reply'

/** Answers the person: in the product, and by mail. */
export function ReplyForm({ request: { id, user } }: { request: RequestDetail }) {
  const t = useT()
  const { text, write, send, busy, problem, field } = useSending(id)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <Field
        label={t('admin_support.message')}
        hint={user ? t('admin_support.message_hint') : t('admin_support.message_hint_guest')}
        error={problem}
        required
      >
        <TextArea
          ref={field}
          name="message"
          rows={3}
          value={text}
          counter={lengths.description}
          onChange={(event) => write(event.target.value)}
        />
      </Field>
      <Button type="submit" icon="send" busy={busy} className="self-start">
        {t('admin_support.send')}
      </Button>
    </form>
  )
}

function useSending(id: string) {
  const t = useT()
  const toast = useToast()
  const fail = useFailureToast(key)
  const fieldText = useFieldText()
  const { mutateAsync, isPending: busy } = useReply(id)
  const [text, setText] = useDraft(id, 'reply')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  // The same for every attempt, so that a retry of what has arrived changes nothing.
  const clientId = useRef(crypto.randomUUID())
  const refuse = (what: string) => {
    setProblem(what)
    field.current?.focus()
  }
  const send = async () => {
    if (busy) return
    const message = text.trim()
    if (message === '') return refuse(t('admin_support.message_required'))
    if ([...message].length > lengths.description) return refuse(fieldText('too_long'))
    try {
      await mutateAsync({ message, client_id: clientId.current })
      clientId.current = crypto.randomUUID()
      setText(undefined)
      setProblem(undefined)
      toast({ tone: 'success', title: t('admin_support.message_sent'), key })
    } catch (error) {
      const code = error instanceof ApiError ? error.fields?.['message'] : undefined
      if (code) refuse(code === 'required' ? t('admin_support.message_required') : fieldText(code))
      else fail(error, t('admin_support.message_failed'))
    }
  }
  const write = (next: string) => {
    // Another text is another message.
    clientId.current = crypto.randomUUID()
    setProblem(undefined)
    setText(next === '' ? undefined : next)
  }
  return { text, write, send, busy, problem, field }
}

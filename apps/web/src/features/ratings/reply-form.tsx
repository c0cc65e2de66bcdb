import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import { replyBody } from '@samtur/contract/ratings'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { useReply } from './queries.ts'

interface ReplyFormProps {
  ratingId: string
  onClose: () => void
  onSent: () => void
}

/** Writes the rated person's one reply in the place where it will stand. */
export function ReplyForm({ ratingId, onClose, onSent }: ReplyFormProps) {
  const t = useT()
  const { form, submit, busy, problem } = useReplyForm(ratingId, onSent)
  const errorOf = useFieldErrors(form)
  useEffect(() => form.setFocus('text'), [form])
  return (
    <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={submit}>
      <Field label={t('ratings.reply_label')} hint={t('ratings.reply_hint')} error={errorOf('text', 'reply')} required>
        <TextArea {...form.register('text')} rows={3} counter={lengths.reply} />
      </Field>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="sm" busy={busy}>
          {t('ratings.reply_send')}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          {t('core.cancel')}
        </Button>
      </div>
    </form>
  )
}

interface ReplyValues {
  text: string
}

function useReplyForm(ratingId: string, onSent: () => void) {
  const t = useT()
  const { mutateAsync } = useReply()
  const form = useForm<ReplyValues>({
    resolver: contractResolver<ReplyValues>(replyBody),
    defaultValues: { text: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'reply',
    send: ({ text }, keyOf) => mutateAsync({ id: ratingId, text, idempotencyKey: keyOf(text) }),
    onDone: onSent,
    success: () => ({ title: t('ratings.reply_sent') }),
    // The form shows the reason.
    failure: () => ({ text: t('ratings.reply_failed') }),
  })
  return { form, ...submission }
}

import { useEffect, useRef, useState, type BaseSyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import { replyBody } from '@samtur/contract/ratings'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { useReply } from './queries.ts'

interface ReplyFormProps {
  ratingId: string
  onClose: () => void
  onSent: () => void
}

/** The rated person's one answer, written where it will stand. What was typed stays when it cannot be sent. */
export function ReplyForm({ ratingId, onClose, onSent }: ReplyFormProps) {
  const t = useT()
  const fieldText = useFieldText()
  const { form, submit, problem } = useReplyForm(ratingId, onSent)
  const { errors, isSubmitting } = form.formState
  const code = errors.text?.message as FieldCode | undefined
  // Whoever has asked for the form wants to write.
  useEffect(() => form.setFocus('text'), [form])
  return (
    <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('ratings.reply_label')}
        hint={t('ratings.reply_hint')}
        error={code && fieldText(code, 'reply')}
        required
      >
        <TextArea {...form.register('text')} rows={3} counter={lengths.reply} />
      </Field>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="sm" busy={isSubmitting}>
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

/** One key for one text: what is only sent again is answered the same. */
function useReplyForm(ratingId: string, onSent: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync } = useReply()
  const [problem, setProblem] = useState<string>()
  const attempt = useRef({ key: crypto.randomUUID(), text: '' })
  const form = useForm<ReplyValues>({
    resolver: contractResolver<ReplyValues>(replyBody),
    defaultValues: { text: '' },
  })
  const save = async ({ text }: ReplyValues) => {
    if (attempt.current.text && attempt.current.text !== text) attempt.current.key = crypto.randomUUID()
    attempt.current.text = text
    setProblem(undefined)
    try {
      await mutateAsync({ id: ratingId, text, idempotencyKey: attempt.current.key })
      onSent()
      toast({ title: t('ratings.reply_sent'), tone: 'success', key: 'reply' })
    } catch (error) {
      if (applyServerErrors(form, error)) return
      setProblem(errorText(error))
      toast({ title: t('core.error_title'), text: t('ratings.reply_failed'), tone: 'error', key: 'reply' })
    }
  }
  return { form, submit: (event: BaseSyntheticEvent) => form.handleSubmit(save)(event), problem }
}

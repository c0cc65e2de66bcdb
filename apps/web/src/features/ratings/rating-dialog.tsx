import { useRef, useState } from 'react'
import { blindRatingDays, lengths, lowRating } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { RatingInput } from '#ui/rating-input'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { useRate } from './queries.ts'
import { commentTooLong, ratingBody } from './rating-form.ts'

export interface RatingDialogProps {
  reservationId: string
  rated: 'driver' | 'passenger'
  /** Of the person who is rated. */
  name: string
  open: boolean
  onClose: () => void
  onRated: (rating: number) => void
}

const texts = {
  driver: { title: 'ratings.dialog_title', lead: 'ratings.dialog_lead', hint: 'ratings.comment_hint' },
  passenger: {
    title: 'ratings.passenger_title',
    lead: 'ratings.passenger_lead',
    hint: 'ratings.passenger_comment_hint',
  },
} as const

export function RatingDialog({ reservationId, rated, name, open, onClose, onRated }: RatingDialogProps) {
  const t = useT()
  const fieldText = useFieldText()
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const { send, sending, problem, missing, commentCode } = useSending(reservationId, (value) => {
    onClose()
    onRated(value)
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={() => void send(rating, comment)}
      title={t(texts[rated].title)}
      submitLabel={t('ratings.submit')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      narrowCancel
      dimmed={rating === 0}
      busy={sending}
      dirty={comment !== ''}
    >
      <p className="text-soft wrap-anywhere">{t(texts[rated].lead, { name })}</p>
      <RatingInput
        legend={t('ratings.legend')}
        value={rating}
        onChange={setRating}
        optionLabel={(value) => t('ratings.option', { value })}
        lowLabel={t('ratings.low')}
        highLabel={t('ratings.high')}
        error={missing && rating === 0 ? t('ratings.required') : undefined}
      />
      <Field
        label={t(isLow(rating) ? 'ratings.reason_label' : 'ratings.comment_label')}
        note={t('core.optional')}
        hint={t(isLow(rating) ? 'ratings.reason_hint' : texts[rated].hint)}
        error={commentCode && fieldText(commentCode, 'comment')}
      >
        <TextArea
          name="comment"
          rows={3}
          counter={lengths.comment}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      {problem && (
        <div ref={scrollTo} className="scroll-mb-4">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
    </FormDialog>
  )
}

/** Whoever was not content is asked why; the answer is optional all the same. */
const isLow = (rating: number) => rating > 0 && rating <= lowRating

// The toast tells what happened; the reason stays, and should not have to be looked for.
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** One request at a time, and one key for one content. */
function useSending(reservationId: string, onSent: (rating: number) => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync, isPending: sending, error } = useRate()
  const [missing, setMissing] = useState(false)
  const [tooLong, setTooLong] = useState(false)
  const busy = useRef(false)
  const attempt = useRef({ key: crypto.randomUUID(), content: '' })

  const send = async (rating: number, comment: string) => {
    if (busy.current) return
    setMissing(rating === 0)
    setTooLong(commentTooLong(comment))
    if (rating === 0 || commentTooLong(comment)) return
    busy.current = true
    const body = ratingBody(rating, comment)
    const content = JSON.stringify(body)
    if (attempt.current.content && attempt.current.content !== content) attempt.current.key = crypto.randomUUID()
    attempt.current.content = content
    try {
      const { shown } = await mutateAsync({ reservationId, body, idempotencyKey: attempt.current.key })
      onSent(rating)
      const text = shown ? undefined : t('ratings.hidden', { days: blindRatingDays })
      toast({ title: t('ratings.sent'), text, tone: 'success', key: 'rating' })
    } catch {
      // Why stands in the dialog.
      toast({ title: t('core.error_title'), text: t('ratings.send_failed'), tone: 'error', key: 'rating' })
    } finally {
      busy.current = false
    }
  }
  const commentCode: FieldCode | undefined = tooLong
    ? 'too_long'
    : error instanceof ApiError
      ? error.fields?.comment
      : undefined
  return { send, sending, missing, commentCode, problem: error && !commentCode ? errorText(error) : undefined }
}

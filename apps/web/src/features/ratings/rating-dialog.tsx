import { Controller, useForm, useWatch } from 'react-hook-form'
import { blindRatingDays, lengths, lowRating } from '@samtur/contract/constants'
import { ratingBody, type RatingBody } from '@samtur/contract/ratings'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { RatingInput } from '#ui/rating-input'
import { TextArea } from '#ui/text-input'
import { useRate } from './queries.ts'

export interface RatingDialogProps {
  reservationId: string
  rated: 'driver' | 'passenger'
  /** The name of the rated person. */
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
  const { form, submit, busy, problem } = useRatingForm(reservationId, (value) => {
    onClose()
    onRated(value)
  })
  const errorOf = useFieldErrors(form)
  const rating = useWatch({ control: form.control, name: 'rating' })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      title={t(texts[rated].title)}
      submitLabel={t('ratings.submit')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      narrowCancel
      dimmed={rating === 0}
      busy={busy}
      dirty={form.formState.dirtyFields.comment === true}
    >
      <p className="text-soft wrap-anywhere">{t(texts[rated].lead, { name })}</p>
      <Controller
        control={form.control}
        name="rating"
        render={({ field: { value, onChange }, fieldState }) => (
          <RatingInput
            legend={t('ratings.legend')}
            value={value}
            onChange={onChange}
            optionLabel={(option) => t('ratings.option', { value: option })}
            lowLabel={t('ratings.low')}
            highLabel={t('ratings.high')}
            error={fieldState.error && value === 0 ? t('ratings.required') : undefined}
          />
        )}
      />
      <Field
        label={t(isLow(rating) ? 'ratings.reason_label' : 'ratings.comment_label')}
        note={t('core.optional')}
        hint={t(isLow(rating) ? 'ratings.reason_hint' : texts[rated].hint)}
        error={errorOf('comment')}
      >
        <TextArea {...form.register('comment')} rows={3} counter={lengths.comment} />
      </Field>
      {problem && (
        <div ref={scrollTo} className="scroll-mb-4">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
    </FormDialog>
  )
}

/** Returns whether the rating is so low that the dialog asks for its reason, which stays optional. */
const isLow = (rating: number) => rating > 0 && rating <= lowRating

// The reason stands in the dialog and may be out of view.
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface RatingValues {
  /** 0 while none is chosen. */
  rating: number
  comment: string
}

const toBody = ({ rating, comment }: RatingValues): RatingBody => ({ rating, comment: comment.trim() || null })

function useRatingForm(reservationId: string, onSent: (rating: number) => void) {
  const t = useT()
  const { mutateAsync } = useRate()
  const form = useForm<RatingValues>({
    resolver: contractResolver(ratingBody, toBody),
    defaultValues: { rating: 0, comment: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'rating',
    send: (values, keyOf) => {
      const body = toBody(values)
      return mutateAsync({ reservationId, body, idempotencyKey: keyOf(body) })
    },
    onDone: (_, { rating }) => onSent(rating),
    success: ({ shown }) => ({
      title: t('ratings.sent'),
      ...(!shown && { text: t('ratings.hidden', { days: blindRatingDays }) }),
    }),
    // The dialog shows the reason.
    failure: () => ({ text: t('ratings.send_failed') }),
  })
  return { form, ...submission }
}

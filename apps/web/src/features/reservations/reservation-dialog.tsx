import { useId, useRef, useState } from 'react'
import { lengths, PRODUCT_NAME } from '@samtur/contract/constants'
import type { Ride } from '@samtur/contract/rides'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { RadioGroup } from '#ui/choice'
import { Dialog } from '#ui/dialog'
import { Field } from '#ui/field'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { messageTooLong, reservationBody, seatChoices } from './model.ts'
import { useReserve } from './queries.ts'
import { RideSummary } from './ride-summary.tsx'

export interface ReservationDialogProps {
  ride: Ride
  open: boolean
  onClose: () => void
}

export function ReservationDialog({ ride, open, onClose }: ReservationDialogProps) {
  const t = useT()
  const formId = useId()
  const [wanted, setWanted] = useState(1)
  const [message, setMessage] = useState('')
  const { send, sending, problem, messageProblem, left } = useSending(ride, onClose)
  // Some may have been taken while the dialog was open.
  const choices = seatChoices(Math.min(ride.section.available_seats, left))
  const seats = Math.min(wanted, choices.at(-1) ?? 1)

  const footer = (
    <>
      <Button variant="quiet" className="max-sm:flex-none!" onClick={onClose}>
        {t('core.cancel')}
      </Button>
      <Button type="submit" form={formId} busy={sending}>
        {t('reservations.send')}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('reservations.dialog_title')}
      closeLabel={t('core.close')}
      dirty={message !== ''}
      footer={footer}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void send(seats, message)
        }}
      >
        <RideSummary ride={ride} />
        <RadioGroup
          legend={t('reservations.seats_legend')}
          name={`${formId}-seats`}
          layout="row"
          value={String(seats)}
          options={choices.map((count) => ({ value: String(count), label: t('reservations.seats', { count }) }))}
          onChange={(event) => setWanted(Number(event.target.value))}
        />
        <Total ride={ride} seats={seats} />
        <Field
          label={t('reservations.message_label')}
          note={t('core.optional')}
          hint={t('reservations.message_hint')}
          error={messageProblem}
        >
          <TextArea
            name="message"
            rows={3}
            counter={lengths.reservationMessage}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        {problem && (
          <div ref={scrollTo} className="scroll-mb-4">
            <Alert tone="danger">{problem}</Alert>
          </div>
        )}
      </form>
    </Dialog>
  )
}

function Total({ ride, seats }: { ride: Ride; seats: number }) {
  const t = useT()
  const format = useFormat()
  const each = ride.section.price
  return (
    <div className="rounded-field bg-brand-tint px-4 py-3 text-on-tint">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{t('reservations.total')}</span>
        <output className="flex flex-wrap items-baseline gap-x-2">
          {seats > 1 && (
            <span className="text-sm" dir="ltr">
              {t('reservations.total_of', { seats, price: format.price(each, ride.currency).text })}
            </span>
          )}
          <bdi className="font-heading text-xl tabular">{format.price(each * seats, ride.currency).text}</bdi>
        </output>
      </div>
      <p className="mt-0.5 text-sm">{t('reservations.pay_driver', { product: PRODUCT_NAME })}</p>
    </div>
  )
}

// The toast tells what happened; the reason stays, and should not have to be looked for.
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Sends once per press, however often it is pressed, and once per content, however often it is tried. */
function useSending(ride: Ride, onSent: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const { mutateAsync, isPending: sending, error } = useReserve()
  const [tooLong, setTooLong] = useState(false)
  const busy = useRef(false)
  const attempt = useRef({ key: crypto.randomUUID(), content: '' })

  const send = async (seats: number, message: string) => {
    if (busy.current) return
    setTooLong(messageTooLong(message))
    if (messageTooLong(message)) return
    busy.current = true
    const body = reservationBody(ride.section, seats, message)
    const content = JSON.stringify(body)
    // A key stands for one content. Whoever changes it after a lost answer is told that the first one has arrived.
    if (attempt.current.content && attempt.current.content !== content) attempt.current.key = crypto.randomUUID()
    attempt.current.content = content
    const key = 'reservation'
    try {
      await mutateAsync({ rideId: ride.id, body, idempotencyKey: attempt.current.key })
      onSent()
      toast({ title: t('reservations.sent_title'), text: t('reservations.sent_text'), tone: 'success', key })
    } catch (problem) {
      const text = t('reservations.failure', { what: t('reservations.send_failed'), reason: errorText(problem) })
      toast({ title: t('core.error_title'), text, tone: 'error', key })
    } finally {
      busy.current = false
    }
  }
  const refusal = error instanceof ApiError ? error : undefined
  const left = Number(refusal?.code === 'not_enough_seats' ? (refusal.params?.available ?? Infinity) : Infinity)
  const code = tooLong ? 'too_long' : refusal?.fields?.message
  return {
    send,
    sending,
    problem: error && !code ? errorText(error) : undefined,
    left,
    messageProblem: code && fieldText(code, 'message'),
  }
}

import { useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { lengths, newcomerSeats, PRODUCT_NAME } from '@samtur/contract/constants'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useT } from '#lib/i18n'
import { getSession, useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { RadioGroup } from '#ui/choice'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { Icon } from '#ui/icon'
import { TextArea } from '#ui/text-input'
import { FirstPhone, useFirstPhone } from '../profiles/first-phone.tsx'
import { AnswerChoice } from './answer-choice.tsx'
import { ChangeList } from './change-list.tsx'
import type { Change } from './model.ts'
import { OtherPoints } from './other-points.tsx'
import { PartChooser } from './part-chooser.tsx'
import { RideSummary } from './ride-summary.tsx'
import { useRequestForm, type Overlap } from './sending.ts'

export interface ReservationDialogProps {
  ride: Ride
  open: boolean
  onClose: () => void
}

export function ReservationDialog({ ride: given, open, onClose }: ReservationDialogProps) {
  const t = useT()
  const seatsName = useId()
  const phone = useFirstPhone(useSession().me?.profile)
  const request = useRequestForm(given, { before: phone.save, onSent: onClose })
  const { form, problem, choices, ride, changes, overlap } = request
  const errorOf = useFieldErrors(form)
  const [message, chosen, hours] = useWatch({ control: form.control, name: ['message', 'seats', 'hours'] })
  const seats = Math.min(chosen, choices.at(-1) ?? 1)
  const close = () => {
    // Whose session has ended closes it to sign in again.
    if (getSession().me) request.clearDraft()
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      onSubmit={request.submit}
      title={t('reservations.dialog_title')}
      submitLabel={t(submitText(request))}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      narrowCancel
      busy={request.busy}
      dirty={message !== '' || phone.form.formState.isDirty}
    >
      {changes && <RideChanged ride={ride} changes={changes} />}
      <RideSummary ride={ride} />
      <PartChooser ride={ride} chosen={request.part} onChoose={(part) => void request.choosePart(part)} />
      <OtherPoints form={form} ride={ride} />
      <Controller
        control={form.control}
        name="seats"
        render={({ field: { onChange } }) => (
          <RadioGroup
            legend={t('reservations.seats_legend')}
            name={seatsName}
            layout="row"
            value={String(seats)}
            options={choices.map((count) => ({ value: String(count), label: t('reservations.seats', { count }) }))}
            onChange={(event) => onChange(Number(event.target.value))}
          />
        )}
      />
      <Total ride={ride} seats={seats} />
      {request.atOnce ? (
        <p className="flex items-start gap-2.5">
          <Icon name="bolt" className="mt-0.5 text-brand" />
          {t('requests.at_once')}
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          {request.asksBecause && <p>{t(askReasons[request.asksBecause], { count: newcomerSeats })}</p>}
          <AnswerChoice
            value={hours}
            onChange={(value) => form.setValue('hours', value)}
            departure={ride.departure_time}
          />
        </div>
      )}
      <Field
        label={t('reservations.message_label')}
        note={t('core.optional')}
        hint={t('reservations.message_hint')}
        error={errorOf('message')}
      >
        <TextArea {...form.register('message')} rows={3} counter={lengths.reservationMessage} />
      </Field>
      <FirstPhone phone={phone} label={t('reservations.phone_label')} hint={t('reservations.phone_hint')} />
      {overlap && <OverlapWarning overlap={overlap} />}
      {problem && (
        <div ref={scrollTo} className="scroll-mb-4">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
    </FormDialog>
  )
}

const askReasons = { overlap: 'requests.overlap_asks', newcomer: 'requests.newcomer_asks' } as const

/** Returns the id of the words of the button, which say what happens. */
function submitText({ overlap, ride, atOnce }: Pick<ReturnType<typeof useRequestForm>, 'overlap' | 'ride' | 'atOnce'>) {
  if (overlap) return 'reservations.send_all_the_same'
  if (ride.detour) return 'detours.ask'
  return atOnce ? 'rides.take_now' : 'reservations.send'
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

/** Shows first what has changed, so that the passenger agrees to the ride as it is now. */
function RideChanged({ ride, changes }: { ride: Ride; changes: readonly Change[] }) {
  const t = useT()
  return (
    <div ref={scrollTo}>
      <Alert tone="warning" live title={t('reservations.changed_title')}>
        <p className={changes.length > 0 ? 'mb-2' : ''}>{t('reservations.changed_before_sending')}</p>
        {changes.length > 0 && <ChangeList changes={changes} currency={ride.currency} />}
      </Alert>
    </div>
  )
}

function OverlapWarning({ overlap: { from, to, departure_time } }: { overlap: Overlap }) {
  const t = useT()
  const format = useFormat()
  return (
    <div ref={scrollTo} className="scroll-mb-4">
      <Alert tone="warning" live title={t('reservations.overlap_title')}>
        <p className="font-semibold wrap-anywhere">{t('reservations.section', { from, to })}</p>
        {departure_time && <p>{format.dateTime(departure_time)}</p>}
        <p className="mt-1">{t('reservations.overlap_text')}</p>
      </Alert>
    </div>
  )
}

// The reason stands in the dialog and may be out of view.
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { waitingBody } from '@samtur/contract/waiting'
import type { RideDetail } from '@samtur/contract/rides'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { RadioGroup } from '#ui/choice'
import { FormDialog } from '#ui/form-dialog'
import { seatChoices } from './model.ts'
import { SectionRoute } from './ride-summary.tsx'
import { joinBody } from './waiting.ts'
import { useJoin } from './waiting-queries.ts'

export interface JoinDialogProps {
  ride: RideDetail
  open: boolean
  onClose: () => void
}

/** Asks for how many seats the reader waits, and says what the waiting list means. */
export function JoinDialog({ ride, open, onClose }: JoinDialogProps) {
  const t = useT()
  const name = useId()
  const { mutateAsync } = useJoin()
  const bodyOf = ({ seats }: { seats: number }) => joinBody(ride.section, seats)
  const form = useForm({
    resolver: contractResolver<{ seats: number }>(waitingBody, bodyOf),
    defaultValues: { seats: 1 },
  })
  const { submit, busy, problem } = useSubmission({
    form,
    toastKey: 'waiting',
    send: (values, keyOf) => {
      const body = bodyOf(values)
      return mutateAsync({ rideId: ride.id, body, idempotencyKey: keyOf(body) })
    },
    onDone: onClose,
    success: () => ({ title: t('requests.joined_title'), text: t('requests.joined_text') }),
    failure: () => ({ text: t('requests.join_failed') }),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      title={t('requests.list')}
      submitLabel={t('requests.join')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      narrowCancel
      busy={busy}
    >
      <SectionRoute ride={ride} endsOnly />
      <Controller
        control={form.control}
        name="seats"
        render={({ field: { value, onChange } }) => (
          <RadioGroup
            legend={t('reservations.seats_legend')}
            name={name}
            layout="row"
            value={String(value)}
            options={seatChoices(ride.total_seats).map((count) => ({
              value: String(count),
              label: t('reservations.seats', { count }),
            }))}
            onChange={(event) => onChange(Number(event.target.value))}
          />
        )}
      />
      <p className="text-soft">{t('requests.join_text')}</p>
      {problem && <Alert tone="danger">{problem}</Alert>}
    </FormDialog>
  )
}

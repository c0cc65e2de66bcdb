import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { lateCancellationHours, lengths } from '@samtur/contract/constants'
import { reasonBody } from '@samtur/contract/rides'
import type { SeriesOutcome } from '@samtur/contract/series'
import { focusSoon } from '#lib/focus'
import { useFormat } from '#lib/format'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import type { ManagedRide } from './model.ts'
import { useCancelRide } from './queries.ts'
import { RefusedRides } from './refused-rides.tsx'
import { ScopeChoice, type Scope } from './scope-choice.tsx'

interface CancelRideDialogProps {
  ride: ManagedRide
  onClose: () => void
}

/** Says what will happen and asks for a reason, which may stay empty. A ride of a series is cancelled alone or with those that follow. */
export function CancelRideDialog({ ride, onClose }: CancelRideDialogProps) {
  const t = useT()
  const format = useFormat()
  const [scope, setScope] = useState<Scope>('one')
  const { form, submit, busy, outcome } = useCancelForm(ride, scope, onClose)
  const errorOf = useFieldErrors(form)
  const refused = outcome && outcome.refused.length > 0
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t(scope === 'one' ? 'manage.cancel_title' : 'manage.cancel_title_following')}
      submitLabel={!refused && t(scope === 'one' ? 'manage.cancel' : 'manage.cancel_following')}
      cancelLabel={refused ? t('core.close') : t(scope === 'one' ? 'manage.keep' : 'manage.keep_following')}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
      dirty={form.formState.isDirty}
    >
      {refused ? (
        <RefusedRides outcome={outcome} />
      ) : (
        <>
          <p className="wrap-anywhere">
            {t(scope === 'one' ? 'manage.cancel_text' : 'manage.cancel_text_following', {
              from: ride.start_location,
              to: ride.end_location,
              date: format.dateTime(ride.departure_time),
            })}
          </p>
          {isLate(ride) && <Alert tone="warning">{t('manage.cancel_late', { hours: lateCancellationHours })}</Alert>}
          {ride.series_id && <ScopeChoice value={scope} onChange={setScope} what="cancel" />}
          <Field
            label={t('manage.reason')}
            note={t('core.optional')}
            hint={t('manage.reason_hint')}
            error={errorOf('reason')}
          >
            <TextArea {...form.register('reason')} rows={3} counter={lengths.shortReason} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}

/** Returns whether passengers have little time left to find another ride. */
function isLate({ departure_time, available_seats, total_seats }: ManagedRide) {
  const ahead = Date.parse(departure_time) - Date.now()
  return available_seats < total_seats && ahead < lateCancellationHours * 3_600_000
}

/** Returns the ride's link in the list, or else the page's heading: the pressed button is gone. */
function placeOf(id: string) {
  const entry = document.querySelector<HTMLElement>(`[data-entry="${id}"] :is(a, summary)`)
  return entry ?? document.querySelector<HTMLElement>('main h1')
}

function useCancelForm(ride: ManagedRide, scope: Scope, onClose: () => void) {
  const t = useT()
  const { mutateAsync: cancel } = useCancelRide(ride)
  const [outcome, setOutcome] = useState<SeriesOutcome>()
  const form = useForm({ resolver: contractResolver<{ reason: string }>(reasonBody), defaultValues: { reason: '' } })
  const submission = useSubmission({
    form,
    toastKey: 'cancel-ride',
    send: ({ reason }) => cancel({ scope, reason }),
    success: (done) => ({
      title: t('manage.cancelled', { count: done?.changed.length ?? 1 }),
      text: t('manage.cancelled_told'),
    }),
    onDone: (done) => {
      if (done && done.refused.length > 0) return setOutcome(done)
      onClose()
      focusSoon(() => placeOf(ride.id))
    },
  })
  return { form, outcome, ...submission }
}

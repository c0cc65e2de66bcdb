import { useState } from 'react'
import { lateCancellationHours, lengths } from '@samtur/contract/constants'
import type { SeriesOutcome } from '@samtur/contract/series'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { TextArea } from '#ui/text-input'
import { useToast } from '#ui/toast'
import type { ManagedRide } from './model.ts'
import { useCancelRide } from './queries.ts'
import { RefusedRides } from './refused-rides.tsx'
import { ScopeChoice, type Scope } from './scope-choice.tsx'

interface CancelRideDialogProps {
  ride: ManagedRide
  onClose: () => void
}

/** Says what will happen, and lets the driver say why; one ride, or one of a series with all that follow. */
export function CancelRideDialog({ ride, onClose }: CancelRideDialogProps) {
  const t = useT()
  const format = useFormat()
  const fieldText = useFieldText()
  const [scope, setScope] = useState<Scope>('one')
  const [reason, setReason] = useState('')
  const { cancel, busy, outcome, problem } = useCancelling(ride, onClose)
  const refused = outcome && outcome.refused.length > 0
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={() => void cancel(scope, reason)}
      title={t(scope === 'one' ? 'manage.cancel_title' : 'manage.cancel_title_following')}
      submitLabel={!refused && t(scope === 'one' ? 'manage.cancel' : 'manage.cancel_following')}
      cancelLabel={refused ? t('core.close') : t(scope === 'one' ? 'manage.keep' : 'manage.keep_following')}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
      dirty={reason !== ''}
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
            error={problem && fieldText(problem, 'reason')}
          >
            <TextArea
              name="reason"
              rows={3}
              counter={lengths.shortReason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </>
      )}
    </FormDialog>
  )
}

/** Somebody counts on it and has little time to find another one. */
function isLate({ departure_time, available_seats, total_seats }: ManagedRide) {
  const ahead = Date.parse(departure_time) - Date.now()
  return available_seats < total_seats && ahead < lateCancellationHours * 3_600_000
}

const key = 'cancel-ride'

/** What was pressed goes away with the ride: the focus moves to it in the list, or else to the page's heading. */
function focusRide(id: string) {
  const entry = document.querySelector<HTMLElement>(`[data-entry="${id}"] :is(a, summary)`)
  ;(entry ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: entry !== null })
}

function useCancelling(ride: ManagedRide, onClose: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync, isPending } = useCancelRide(ride)
  const [outcome, setOutcome] = useState<SeriesOutcome>()
  const [problem, setProblem] = useState<'too_long' | 'invalid_characters'>()
  const cancel = async (scope: Scope, reason: string) => {
    if ([...reason].length > lengths.shortReason) return setProblem('too_long')
    setProblem(undefined)
    try {
      const done = await mutateAsync({ scope, reason })
      const count = done?.changed.length ?? 1
      toast({ tone: 'success', title: t('manage.cancelled', { count }), text: t('manage.cancelled_told'), key })
      if (done && done.refused.length > 0) return setOutcome(done)
      onClose()
      requestAnimationFrame(() => focusRide(ride.id))
    } catch (error) {
      if (error instanceof ApiError && error.fields?.reason) return setProblem('invalid_characters')
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key })
    }
  }
  return { cancel, busy: isPending, outcome, problem }
}

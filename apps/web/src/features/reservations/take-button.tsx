import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api'
import { useAction } from '#lib/forms/action'
import { useIdempotencyKey } from '#lib/forms/idempotency-key'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { isInstantFor } from '../rides/model.ts'
import { overlapOf, sentWords, type Overlap } from './sending.ts'
import type { Offer } from './waiting.ts'
import { useTake } from './waiting-queries.ts'

/** Takes the held seats, or asks for them where the driver answers. An overlap with another trip asks once more. */
export function TakeButton({ entry: { id, instant, ride } }: { entry: Offer }): ReactNode {
  const t = useT()
  const { me } = useSession()
  const [overlap, setOverlap] = useState<Overlap>()
  const { keyOf, renewKey } = useIdempotencyKey()
  const { mutateAsync: take } = useTake()
  const { start, busy } = useAction({
    toastKey: `waiting-${ride.id}`,
    run: (accepted: boolean) => {
      const body = { message: null, ride_version: ride.version, ...(accepted && { accept_overlap: true }) }
      return take({ id, body, idempotencyKey: keyOf(body) })
    },
    success: ({ status }) => sentWords(t, status),
    onDone: () => {
      renewKey()
      setOverlap(undefined)
    },
    onError: (error) => {
      const other = error instanceof ApiError && error.code === 'overlapping_ride' ? overlapOf(error) : undefined
      setOverlap(other)
      return other !== undefined
    },
    failure: t('requests.take_failed'),
  })
  const { start_location: from, end_location: to } = ride.section
  return (
    <>
      <Button size="lg" wide icon={instant ? 'bolt' : undefined} busy={busy} onClick={() => void start(false)}>
        <span>
          {t(instant ? 'rides.take_now' : 'requests.ask_for_it')}{' '}
          <span className="sr-only">{t('reservations.section', { from, to })}</span>
        </span>
      </Button>
      {overlap && (
        <OverlapQuestion
          overlap={overlap}
          busy={busy}
          asks={isInstantFor(ride, me)}
          confirmLabel={t('reservations.send_all_the_same')}
          onConfirm={() => void start(true)}
          onClose={() => setOverlap(undefined)}
        />
      )}
    </>
  )
}

interface OverlapQuestionProps {
  overlap: Overlap
  /** Says that the driver answers, although the ride gives seats at once. */
  asks: boolean
  confirmLabel: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

function OverlapQuestion({ overlap: { from, to, departure_time }, asks, ...rest }: OverlapQuestionProps) {
  const t = useT()
  const format = useFormat()
  return (
    <ConfirmDialog
      {...rest}
      open
      title={t('reservations.overlap_title')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
    >
      <p className="font-semibold wrap-anywhere">{t('reservations.section', { from, to })}</p>
      {departure_time && <p>{format.dateTime(departure_time)}</p>}
      <p className="mt-2">{t('reservations.overlap_text')}</p>
      {asks && <p className="mt-2">{t('requests.overlap_asks')}</p>}
    </ConfirmDialog>
  )
}

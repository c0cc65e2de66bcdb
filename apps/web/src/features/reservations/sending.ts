import { useRef, useState } from 'react'
import type { Ride } from '@samtur/contract/rides'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { changesOf, messageTooLong, reservationBody, type Change } from './model.ts'
import type { SectionPositions } from '../rides/public.tsx'
import { fetchRide, useReserve } from './queries.ts'

/** The other trip at that time, as the server tells of it. */
export interface Overlap {
  from: string
  to: string
  departure_time: string
}

interface Sending {
  /** Stores what has to be there first; false where something in it is wrong. */
  before: () => Promise<boolean>
  onSent: () => void
}

/** Sends once per press, however often it is pressed, and once per content, however often it is tried. */
export function useSending(given: Ride, { before, onSent }: Sending) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const { mutateAsync, isPending, error, reset } = useReserve()
  const { ride, changes, looking, lookAgain, lookAt } = useNewestRide(given)
  const [part, setPart] = useState<SectionPositions>(given.section)
  const [tooLong, setTooLong] = useState(false)
  const busy = useRef(false)
  const attempt = useRef({ key: crypto.randomUUID(), content: '' })
  const refusal = error instanceof ApiError ? error : undefined
  const overlap = refusal?.code === 'overlapping_ride' ? overlapOf(refusal) : undefined

  const send = async (seats: number, message: string) => {
    if (busy.current) return
    setTooLong(messageTooLong(message))
    if (messageTooLong(message)) return
    busy.current = true
    // Whoever was told of the other trip and goes on, knows of it.
    const body = reservationBody(ride, { seats, message, acceptOverlap: overlap !== undefined })
    const content = JSON.stringify(body)
    // A key stands for one content. Whoever changes it after a lost answer is told that the first one has arrived.
    if (attempt.current.content && attempt.current.content !== content) attempt.current.key = crypto.randomUUID()
    attempt.current.content = content
    const key = 'reservation'
    try {
      if (!(await before())) return
      await mutateAsync({ rideId: ride.id, body, idempotencyKey: attempt.current.key })
      onSent()
      toast({ title: t('reservations.sent_title'), text: t('reservations.sent_text'), tone: 'success', key })
    } catch (problem) {
      // What is told and asked in the dialog itself needs no toast.
      if (problem instanceof ApiError && problem.code === 'overlapping_ride') return
      if (problem instanceof ApiError && problem.code === 'ride_changed' && (await lookAgain())) return
      // Why stands in the dialog.
      toast({ title: t('core.error_title'), text: t('reservations.send_failed'), tone: 'error', key })
    } finally {
      busy.current = false
    }
  }
  /** What the dialog shows is asked for anew; where that fails it stays what it was. */
  const choosePart = async (chosen: SectionPositions) => {
    if (busy.current) return
    busy.current = true
    setPart(chosen)
    try {
      await lookAt(chosen)
      // What was refused was another part.
      reset()
    } catch (problem) {
      setPart(ride.section)
      toast({ title: t('core.error_title'), text: errorText(problem), tone: 'error', key: 'reservation' })
    } finally {
      busy.current = false
    }
  }
  const left = Number(refusal?.code === 'not_enough_seats' ? (refusal.params?.['available'] ?? Infinity) : Infinity)
  const code = tooLong ? 'too_long' : refusal?.fields?.['message']
  const asked = overlap !== undefined || (refusal?.code === 'ride_changed' && changes !== undefined)
  return {
    send,
    sending: isPending || looking,
    problem: error && !code && !asked ? errorText(error) : undefined,
    left,
    messageProblem: code && fieldText(code, 'message'),
    ride,
    changes,
    overlap,
    part,
    choosePart,
  }
}

function overlapOf({ params = {} }: ApiError): Overlap {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    from: text(params['from']),
    to: text(params['to']),
    departure_time: text(params['departure_time']),
  }
}

/** The ride as it was opened, until the server says that it is another one now: then what has changed. */
function useNewestRide(given: Ride) {
  const [newest, setNewest] = useState<{ ride: Ride; changes?: Change[] }>()
  const [looking, setLooking] = useState(false)
  const ride = newest?.ride ?? given
  const lookAt = async (section: SectionPositions) => {
    setLooking(true)
    try {
      setNewest({ ride: await fetchRide(ride, section) })
    } finally {
      setLooking(false)
    }
  }
  const lookAgain = async () => {
    setLooking(true)
    try {
      const found = await fetchRide(ride)
      setNewest({ ride: found, changes: changesOf(ride.section, found.section) })
      return true
    } catch {
      // Then only the refusal is told, and the next attempt is refused the same way.
      return false
    } finally {
      setLooking(false)
    }
  }
  return { ride, changes: newest?.changes, looking, lookAgain, lookAt }
}

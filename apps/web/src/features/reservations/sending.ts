import { useState } from 'react'
import { type AnswerHours, defaultAnswerHours, type ReservationStatus } from '@samtur/contract/constants'
import { reservationBody as requestBody } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { useWatch } from 'react-hook-form'
import type { Translate } from '@samtur/i18n/translate'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { contractResolver } from '#lib/forms/contract'
import { useFormWithDraft } from '#lib/forms/draft'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { getSession, useSession } from '#lib/session'
import { useToast } from '#ui/toast'
import type { SectionPositions } from '../rides/model.ts'
import { givesSeatAtOnce, isInstantFor } from '../rides/model.ts'
import { changesOf, reservationBody, seatChoices, type Change } from './model.ts'
import { fetchRide, useReserve } from './queries.ts'

/** The passenger's other trip at that time. */
export interface Overlap {
  from: string
  to: string
  departure_time: string
}

export interface RequestValues {
  message: string
  seats: number
  hours: AnswerHours
  start_point_id: string | null
  end_point_id: string | null
}

interface RequestOptions {
  /** Stores what has to be there first. Returns false when something in it is wrong. */
  before: () => Promise<boolean>
  onSent: () => void
}

/** The form of a request for seats. Its draft goes when the dialog is closed by a person who is signed in. */
export function useRequestForm(given: Ride, { before, onSent }: RequestOptions) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync } = useReserve()
  const { ride, changes, looking, lookAgain, lookAt } = useNewestRide(given)
  const [part, setPart] = useState<SectionPositions>(given.section)
  const { me } = useSession()
  const left = me?.profile.instant_seats_left ?? Infinity
  /** Whether the seats are given without the driver, as far as it is known here; the driver always decides about other meeting points. */
  const isAtOnce = (values: Pick<RequestValues, 'seats' | 'start_point_id' | 'end_point_id'>): boolean =>
    givesSeatAtOnce(ride, me) && !asksPoints(values) && values.seats <= left && overlap === undefined
  // Seats may have been taken while the dialog was open.
  const bodyOf = (values: RequestValues, acceptOverlap = false) =>
    reservationBody(ride, {
      message: values.message,
      seats: Math.min(values.seats, choices.at(-1) ?? 1),
      answerHours: isAtOnce(values) ? undefined : values.hours,
      startPointId: values.start_point_id,
      endPointId: values.end_point_id,
      acceptOverlap,
    })
  // Of who has opened the dialog, also when the session ends meanwhile.
  const [owner] = useState(() => `${getSession().me?.id} ${given.id}`)
  const { form, draft } = useFormWithDraft<RequestValues>({
    name: 'reservation',
    owner,
    resolver: contractResolver(requestBody, (values) => bodyOf(values)),
    defaults: (stored) => ({
      message: '',
      seats: 1,
      hours: defaultAnswerHours,
      start_point_id: null,
      end_point_id: null,
      ...stored,
    }),
  })
  const { submit, busy, error, problem, forget } = useSubmission({
    form,
    toastKey,
    send: async (values, keyOf) => {
      // A person who has seen the overlap and sends again accepts it.
      const body = bodyOf(values, overlap !== undefined)
      return (await before()) && mutateAsync({ rideId: ride.id, body, idempotencyKey: keyOf(body) })
    },
    onDone: () => {
      draft.clear()
      onSent()
    },
    success: ({ status }) => sentWords(t, status),
    // No toast for errors that the dialog itself shows.
    onError: (caught) =>
      caught instanceof ApiError &&
      (caught.code === 'overlapping_ride' || (caught.code === 'ride_changed' && lookAgain())),
    // The dialog shows the reason.
    failure: () => ({ text: t('reservations.send_failed') }),
  })
  const [seats, start_point_id, end_point_id] = useWatch({
    control: form.control,
    name: ['seats', 'start_point_id', 'end_point_id'],
  })
  const refusal = error instanceof ApiError ? error : undefined
  const overlap = refusal?.code === 'overlapping_ride' ? overlapOf(refusal) : undefined
  const free = Number(refusal?.code === 'not_enough_seats' ? (refusal.params?.['available'] ?? Infinity) : Infinity)
  const choices = seatChoices(Math.min(ride.section.available_seats, free))
  const chosen = { seats: Math.min(seats, choices.at(-1) ?? 1), start_point_id, end_point_id }
  const isInstantRide = isInstantFor(ride, me) && !asksPoints(chosen)
  // Why the driver answers although the ride gives seats at once to the reader.
  const asksBecause: 'overlap' | 'newcomer' | undefined = !isInstantRide
    ? undefined
    : overlap
      ? 'overlap'
      : chosen.seats > left
        ? 'newcomer'
        : undefined
  const shown = overlap !== undefined || (refusal?.code === 'ride_changed' && changes !== undefined)

  /** Loads the ride for another part of it. On a failure the old part stays chosen. */
  const choosePart = async (chosen: SectionPositions) => {
    if (busy || looking) return
    setPart(chosen)
    // Points belong to the stops of the other part.
    form.setValue('start_point_id', null)
    form.setValue('end_point_id', null)
    try {
      await lookAt(chosen)
      // The refusal was about another part.
      forget()
    } catch (caught) {
      setPart(ride.section)
      toast({ title: t('core.error_title'), text: errorText(caught), tone: 'error', key: toastKey })
    }
  }
  return {
    form,
    submit,
    busy: busy || looking,
    problem: shown ? undefined : problem,
    choices,
    ride,
    changes,
    overlap,
    atOnce: isAtOnce(chosen),
    asksBecause,
    part,
    choosePart,
    clearDraft: draft.clear,
  }
}

const toastKey = 'reservation'

const asksPoints = (values: Pick<RequestValues, 'start_point_id' | 'end_point_id'>) =>
  values.start_point_id !== null || values.end_point_id !== null

/** Returns the words of the toast: the seat is taken, or the driver answers. */
export const sentWords = (t: Translate, status: ReservationStatus) =>
  status === 'accepted'
    ? { title: t('requests.taken_title'), text: t('requests.taken_text') }
    : { title: t('reservations.sent_title'), text: t('reservations.sent_text') }

export function overlapOf({ params = {} }: ApiError): Overlap {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    from: text(params['from']),
    to: text(params['to']),
    departure_time: text(params['departure_time']),
  }
}

/** Returns the ride as it was opened; after the server has refused it as changed, the new one and its changes. */
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
      // Then only the refusal shows, and the next attempt is refused the same way.
      return false
    } finally {
      setLooking(false)
    }
  }
  return { ride, changes: newest?.changes, looking, lookAgain, lookAt }
}

import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, type FieldPath } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { RideDetail } from '@samtur/contract/rides'
import type { SeriesOutcome } from '@samtur/contract/series'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import {
  changesOf,
  consequencesOf,
  editResolver,
  rebase,
  seriesChangesOf,
  valuesOf,
  type Consequences,
} from './edit-form.ts'
import { otherTripOf } from './overlap-dialog.tsx'
import { limitsOf } from './publish-field.tsx'
import { firstProblem, formField, type PublishValues } from './publish-form.ts'
import { ownRideQuery, useEditRide } from './queries.ts'
import { rideQuery } from './read-queries.ts'
import type { Scope } from './scope-choice.tsx'

const key = 'edit-ride'

const noConsequences: Consequences = { confirming: [], notified: [], ended: [] }

/** The form of a published ride: its values, the confirmation of the consequences, and what the server refuses. */
export function useEditForm(initial: RideDetail) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  // The state that the driver has seen. Another device's changes come in with `reload` only.
  const [ride, setRide] = useState(initial)
  const [before, setBefore] = useState(() => valuesOf(initial))
  const form = useForm<PublishValues>({
    defaultValues: before,
    resolver: editResolver(() => before),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [scope, setScope] = useState<Scope>('one')
  const [consequences, setConsequences] = useState<Consequences>()
  const [outcome, setOutcome] = useState<SeriesOutcome>()
  // Warnings that the driver has confirmed for this attempt.
  const confirmed = useRef({ consequences: false, overlap: false })
  const { mutateAsync: edit } = useEditRide(ride)
  const { data: own } = useQuery(ownRideQuery(ride.id))
  const locked = ride.available_seats < ride.total_seats
  const requested = locked || own?.reservations.some(({ status }) => status === 'pending' || status === 'accepted')
  const leave = () => void navigate(`${paths.myRides}?tab=rides`)
  // The place of a locked stop stays; only its text has a field.
  const focus = (field: string | undefined) =>
    field &&
    form.setFocus(
      (locked && /^(from|to|stops\.\d+\.place)$/.test(field) ? `${field}.text` : field) as FieldPath<PublishValues>,
    )

  const { submit, busy, error, forget } = useSubmission({
    form,
    toastKey: key,
    send: async (values): Promise<SeriesOutcome | undefined | false> => {
      const changes = changesOf(ride, before, values)
      const following = scope === 'following' ? seriesChangesOf(changes, before, values) : undefined
      if (Object.keys(changes).length === 0) {
        toast({ tone: 'info', title: t('edit.nothing'), key })
        return false
      }
      if (scope === 'following' && !following) {
        toast({ tone: 'error', title: t('edit.only_one_title'), text: t('edit.only_one_text'), key })
        return false
      }
      // The passengers of the rides that follow are not known here, so that these changes are always confirmed.
      const expected = consequencesOf(changes, ride, own?.reservations ?? []) ?? (following && noConsequences)
      if (expected && !confirmed.current.consequences) {
        setConsequences(expected)
        return false
      }
      const warning = confirmed.current.overlap ? {} : { warn_overlap: true }
      return edit(
        following
          ? { following: { ...following, ...warning } }
          : { one: { ...changes, ...warning, version: ride.version } },
      )
    },
    success: (done) => {
      const count = done?.changed.length ?? 1
      return count > 0 ? { title: t('edit.saved', { count }) } : undefined
    },
    onDone: (done) => {
      if (done && done.refused.length > 0) setOutcome(done)
      else leave()
    },
    fieldOf: formField,
    focus,
    onInvalid: (errors) => focus(firstProblem(errors)),
    onError: (caught) => {
      if (!(caught instanceof ApiError)) return false
      if (caught.code === 'seats_taken')
        form.setError('seats', { type: 'server', message: 'out_of_range' }, { shouldFocus: true })
      return ['ride_changed', 'seats_taken'].includes(caught.code) || otherTripOf(caught) !== undefined
    },
  })
  const send = (warnings: typeof confirmed.current) => {
    confirmed.current = warnings
    setConsequences(undefined)
    submit()
  }
  /** Takes in what another device has changed, and keeps what was typed here. */
  const reload = async () => {
    const current = await client.query({ ...rideQuery(ride.id), staleTime: 0 })
    const values = valuesOf(current)
    form.reset(rebase(before, form.getValues(), values), { keepDefaultValues: true })
    setBefore(values)
    setRide(current)
    forget()
  }
  const refusal = error instanceof ApiError ? error : undefined
  return {
    form,
    ride,
    locked,
    scope,
    setScope,
    busy,
    submit: (event: { preventDefault(): void }) => {
      event.preventDefault()
      send({ consequences: false, overlap: false })
    },
    consequences,
    dismiss: () => setConsequences(undefined),
    confirm: () => send({ consequences: true, overlap: false }),
    overlap: otherTripOf(refusal),
    dismissOverlap: forget,
    saveAnyway: () => send({ consequences: true, overlap: true }),
    outdated: refusal?.code === 'ride_changed',
    reload: () => void reload(),
    outcome,
    leave,
    limits: { ...(refusal && limitsOf(refusal)), ...(requested && { agreed: ride.price }) },
  }
}

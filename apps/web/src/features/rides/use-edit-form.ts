import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, type FieldErrors, type FieldPath } from 'react-hook-form'
import { useNavigate } from '#lib/router'
import type { RideDetail } from '@samtur/contract/rides'
import type { SeriesOutcome } from '@samtur/contract/series'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
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
import { firstProblem, formField, type PublishValues } from './publish-form.ts'
import { limitsOf, type Limits } from './publish-field.tsx'
import { otherTripOf, type OtherTrip } from './overlap-dialog.tsx'
import { ownRideQuery, rideQuery, useEditRide } from './queries.ts'
import type { Scope } from './scope-choice.tsx'

type Name = FieldPath<PublishValues>

/** What the driver still has to say yes to. */
export interface Question {
  consequences: Consequences
  values: PublishValues
}

const nobody: Consequences = { asked: [], told: [], ended: [] }

/** The form over a published ride, what it asks before it saves, and what the server says to it. */
export function useEditForm(initial: RideDetail) {
  // What the driver has seen; another device's changes come in only when they are asked for.
  const [ride, setRide] = useState(initial)
  const [before, setBefore] = useState(() => valuesOf(initial))
  const form = useForm<PublishValues>({
    defaultValues: before,
    resolver: editResolver(() => before),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [scope, setScope] = useState<Scope>('one')
  const [question, setQuestion] = useState<Question>()
  const { data: own } = useQuery(ownRideQuery(ride.id))
  const locked = ride.available_seats < ride.total_seats
  const asked = locked || own?.reservations.some(({ status }) => status === 'pending' || status === 'accepted')
  // Places that stay where they are have a field for their words alone.
  const focus = (field: string | undefined) =>
    field && form.setFocus((locked && /^(from|to|stops\.\d+\.place)$/.test(field) ? `${field}.text` : field) as Name)
  const saving = useSaving({ ride, scope, onWrong: showFields })

  function showFields(error: ApiError, values: PublishValues) {
    const fields = Object.entries(error.fields ?? {}).map(
      ([name, code]) => [formField(name, code, values), code] as const,
    )
    if (error.code === 'seats_taken') fields.push(['seats', 'out_of_range'])
    for (const [field, code] of fields) form.setError(field as Name, { type: 'server', message: code })
    focus(fields[0]?.[0])
    return fields.length > 0
  }

  const send = (values: PublishValues, warn = true) => {
    setQuestion(undefined)
    const warning = warn ? { warn_overlap: true } : {}
    const changes = changesOf(ride, before, values)
    if (scope === 'one') return saving.save({ one: { ...changes, ...warning, version: ride.version } }, values)
    const following = seriesChangesOf(changes, before, values)
    if (following) void saving.save({ following: { ...following, ...warning } }, values)
  }
  const submit = form.handleSubmit(
    (values) => {
      const changes = changesOf(ride, before, values)
      if (Object.keys(changes).length === 0) return saving.nothing()
      if (scope === 'following' && !seriesChangesOf(changes, before, values)) return saving.onlyOne()
      const consequences = consequencesOf(changes, ride, own?.reservations ?? [])
      // The rides that follow may have passengers who are not known here.
      if (consequences || scope === 'following') setQuestion({ consequences: consequences ?? nobody, values })
      else void send(values)
    },
    (errors: FieldErrors<PublishValues>) => focus(firstProblem(errors)),
  )
  const client = useQueryClient()
  /** Takes in what another device has changed, and keeps what was typed here. */
  const reload = async () => {
    const fresh = await client.query({ ...rideQuery(ride.id), staleTime: 0 })
    const values = valuesOf(fresh)
    form.reset(rebase(before, form.getValues(), values), { keepDefaultValues: true })
    setBefore(values)
    setRide(fresh)
    saving.forget()
  }
  return {
    form,
    ride,
    locked,
    scope,
    setScope,
    question,
    dismiss: () => setQuestion(undefined),
    confirm: () => question && void send(question.values),
    saveAnyway: () => void send(form.getValues(), false),
    submit: (event: { preventDefault(): void }) => {
      event.preventDefault()
      if (!saving.busy) void submit()
    },
    reload: () => void reload(),
    ...saving,
    limits: { ...saving.limits, ...(asked && { agreed: ride.price }) },
  }
}

interface Saving {
  ride: RideDetail
  scope: Scope
  onWrong: (error: ApiError, values: PublishValues) => boolean
}

const key = 'edit-ride'

function useSaving({ ride, onWrong }: Saving) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useEditRide(ride)
  const [limits, setLimits] = useState<Limits>({})
  const [outdated, setOutdated] = useState(false)
  const [outcome, setOutcome] = useState<SeriesOutcome>()
  const [overlap, setOverlap] = useState<OtherTrip>()
  const leave = () => navigate(`${paths.myRides}?tab=rides`)

  const fail = (error: unknown, values: PublishValues) => {
    if (error instanceof ApiError) {
      if (error.code === 'ride_changed') return setOutdated(true)
      const other = otherTripOf(error)
      if (other) return setOverlap(other)
      setLimits(limitsOf(error))
      if (onWrong(error, values)) return
    }
    toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key })
  }
  const save = async (edit: Parameters<typeof mutateAsync>[0], values: PublishValues) => {
    setOutdated(false)
    setOverlap(undefined)
    try {
      const done = await mutateAsync(edit)
      const count = done?.changed.length ?? 1
      if (count > 0) toast({ tone: 'success', title: t('edit.saved', { count }), key })
      if (done && done.refused.length > 0) setOutcome(done)
      else leave()
    } catch (error) {
      fail(error, values)
    }
  }
  return {
    save,
    busy: isPending,
    limits,
    outdated,
    outcome,
    overlap,
    dismissOverlap: () => setOverlap(undefined),
    leave,
    forget: () => setOutdated(false),
    nothing: () => toast({ tone: 'info', title: t('edit.nothing'), key }),
    onlyOne: () => toast({ tone: 'error', title: t('edit.only_one_title'), text: t('edit.only_one_text'), key }),
  }
}

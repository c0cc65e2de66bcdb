import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useFormState, useWatch, type FieldErrors, type FieldPath, type UseFormReturn } from 'react-hook-form'
import { useNavigate, useSearchParams } from '#lib/router'
import type { Me } from '@samtur/contract/accounts'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { useFirstPhone } from '../profiles/public.ts'
import {
  backPrice,
  clearDraft,
  emptyValues,
  firstProblem,
  formField,
  loadDraft,
  publishResolver,
  readRide,
  saveDraft,
  stepOf,
  steps,
  type PublishValues,
} from './publish-form.ts'
import { otherTripOf, type OtherTrip } from './overlap-dialog.tsx'
import { limitsOf, type Limits } from './publish-field.tsx'
import { lastRideQuery, usePublish, usePublishSeries } from './queries.ts'
import { isSeries, seriesBody } from './series-form.ts'

type Form = UseFormReturn<PublishValues>
type Name = FieldPath<PublishValues>

/** The form, its steps on a phone, the draft that survives, and the way to the server. */
export function usePublishForm(me: Me) {
  const [draft] = useState(() => loadDraft(me.id))
  const key = useRef(draft?.idempotencyKey ?? crypto.randomUUID())
  const form = useForm<PublishValues>({
    defaultValues: draft?.values ?? emptyValues,
    resolver: publishResolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [attempted, setAttempted] = useState(false)
  const { step, go, focus } = useSteps(form)
  const prefilled = useLastCar(form, me.profile.is_driver)
  const phone = useFirstPhone(me.profile.is_driver ? undefined : me.profile)
  const { publish, publishAnyway, busy, limits, overlap, dismissOverlap } = usePublishing(
    form,
    phone.save,
    { get: () => key.current, renew: () => (key.current = crypto.randomUUID()) },
    focus,
  )

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(me.id, { values, idempotencyKey: key.current }),
      }),
    [form, me.id, key],
  )

  const refuse = (errors: FieldErrors<PublishValues>) => {
    setAttempted(true)
    focus(firstProblem(errors))
  }
  const next = async () => {
    const names = [...(steps[step] ?? [])]
    if (await form.trigger(names)) return go(step + 1)
    // Asked field by field: `form.formState` is still that of the last rendering.
    refuse(Object.fromEntries(names.map((name) => [name, form.getFieldState(name).error])))
  }
  return {
    form,
    step,
    attempted,
    limits,
    busy,
    overlap,
    dismissOverlap,
    publishAnyway: () => void form.handleSubmit(publishAnyway, refuse)(),
    prefilled,
    phone,
    next: () => void next(),
    back: () => go(step - 1),
    submit: (event: SubmitEvent) => {
      event.preventDefault()
      // Enter in a field of an early step goes on instead of publishing half a ride.
      if (isNarrow() && step < steps.length - 1) void next()
      else void form.handleSubmit((values) => publish(values), refuse)(event)
    },
  }
}

const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(max-width: 56.24rem)').matches

/** Steps are addresses, so that the phone's back button goes one step back and a reload stays where it was. */
function useSteps(form: Form) {
  const [params, setParams] = useSearchParams()
  const named = Number(params.get('step') ?? '1') - 1
  const step = steps[named] ? named : 0
  const shown = useRef(step)
  const wanted = useRef<string>(undefined)

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const field = wanted.current
    wanted.current = undefined
    if (field) return form.setFocus(field as Name)
    window.scrollTo(0, 0)
    document.getElementById('publish-step')?.focus({ preventScroll: true })
  }, [step, form])

  const go = (to: number) => setParams(to > 0 ? { step: String(to + 1) } : {})
  const focus = (field: string | undefined) => {
    if (!field) return
    if (!isNarrow() || stepOf(field) === step) return form.setFocus(field as Name)
    wanted.current = field
    go(stepOf(field))
  }
  return { step, go, focus }
}

const carFields = ['car_make', 'car_model', 'car_color', 'license_plate'] as const

/** Most people drive the same car again: theirs is filled in, unless something stands there already. */
function useLastCar(form: Form, isDriver: boolean) {
  const [wanted] = useState(() => isDriver && form.getValues(carFields).every((text) => text === ''))
  const { data: ride } = useQuery({ ...lastRideQuery, enabled: wanted })
  useEffect(() => {
    if (!wanted || !ride || form.getValues(carFields).some((text) => text !== '')) return
    const { car_make, car_model, contact } = ride
    const car = { car_make, car_model, car_color: contact.car_color, license_plate: contact.license_plate }
    for (const field of carFields) form.setValue(field, car[field])
  }, [form, wanted, ride])
  const plate = useWatch({ control: form.control, name: 'license_plate' })
  // Typed by hand it was not filled in: words that came up on leaving the field would move the button away under the pointer.
  const { dirtyFields } = useFormState({ control: form.control, name: 'license_plate' })
  return wanted && !dirtyFields.license_plate && ride?.contact.license_plate === plate
}

interface Key {
  get: () => string
  renew: () => void
}

/** More days than these are counted, not named. */
const mostSkippedTold = 5

/** Publishes once per press, and once per form however often it is tried; `before` stores what comes first, or returns false. */
function usePublishing(
  form: Form,
  before: () => Promise<boolean>,
  key: Key,
  focus: (field: string | undefined) => void,
) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { mutateAsync: publishOne } = usePublish()
  const { mutateAsync: publishSeveral } = usePublishSeries()
  const { date, list } = useFormat()
  const [limits, setLimits] = useState<Limits>({})
  const [busy, setBusy] = useState(false)
  const [overlap, setOverlap] = useState<OtherTrip>()
  const running = useRef(false)

  const showFields = (error: unknown, values: PublishValues) => {
    const fields = error instanceof ApiError ? Object.entries(error.fields ?? {}) : []
    const known = fields.map(([name, code]) => [formField(name, code, values), code] as const)
    if (error instanceof ApiError) setLimits(limitsOf(error))
    for (const [field, code] of known) form.setError(field as Name, { type: 'server', message: code })
    focus(known[0]?.[0])
    return known.length > 0
  }
  const send = async (values: PublishValues, warn: boolean) => {
    const body = { ...readRide(values).body, ...(warn && { warn_overlap: true }) }
    const idempotencyKey = key.get()
    if (!isSeries(values)) {
      await publishOne({ body, idempotencyKey })
      return { count: 1, skipped: [] }
    }
    const { items, skipped } = await publishSeveral({
      body: seriesBody(values, body, backPrice(values)),
      idempotencyKey,
    })
    return { count: items.length, skipped: [...new Set(skipped.map((day) => day.date))] }
  }

  const publish = async (values: PublishValues, warn = true) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setOverlap(undefined)
    try {
      if (!(await before())) return
      const { count, skipped } = await send(values, warn)
      clearDraft()
      const text = count === 1 ? t('publish.success_text') : t('publish.success_several', { count })
      toast({ title: t('publish.success_title'), text, tone: 'success', key: 'publish' })
      if (skipped.length > 0)
        toast({
          title: t('publish.skipped', { count: skipped.length }),
          text:
            list(skipped.slice(0, mostSkippedTold).map((day) => date(day))) +
            (skipped.length > mostSkippedTold ? ' …' : ''),
          tone: 'info',
          key: 'publish-skipped',
        })
      navigate(`${paths.myRides}?tab=rides`)
    } catch (error) {
      const other = otherTripOf(error)
      if (other) return setOverlap(other)
      if (showFields(error, values)) return
      const alreadyPublished = error instanceof ApiError && error.code === 'idempotency_key_reused'
      // The first answer got lost and the ride was changed since. Pressing again publishes a second one, knowingly.
      if (alreadyPublished) key.renew()
      const reason = alreadyPublished ? t('publish.already_published') : errorText(error)
      toast({
        title: t('core.error_title'),
        text: t('publish.failed'),
        detail: reason,
        tone: 'error',
        key: 'publish',
        ...(alreadyPublished && {
          action: { label: t('rides.to_my_rides'), onSelect: () => navigate(paths.myRides) },
        }),
      })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    publish,
    publishAnyway: (values: PublishValues) => publish(values, false),
    busy,
    limits,
    overlap,
    dismissOverlap: () => setOverlap(undefined),
  }
}

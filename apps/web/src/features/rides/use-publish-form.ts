import { useEffect, useEffectEvent, useRef, useState, type BaseSyntheticEvent, type SubmitEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormState, useWatch, type FieldErrors, type FieldPath, type UseFormReturn } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import type { Me } from '@samtur/contract/accounts'
import { paths, rideWantedPath } from '@samtur/contract/paths'
import { api, ApiError } from '#lib/api'
import { useFormat } from '#lib/format'
import { osloDay } from '#lib/oslo-time'
import { useFormWithDraft } from '#lib/forms/draft'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { useFirstPhone } from '../profiles/first-phone.tsx'
import {
  backPrice,
  emptyValues,
  firstProblem,
  formField,
  namedTrip,
  publishResolver,
  readRide,
  stepOf,
  steps,
  type PublishValues,
} from './publish-form.ts'
import { otherTripOf } from './overlap-dialog.tsx'
import { limitsOf, type Limits } from './publish-field.tsx'
import { lastRideQuery, usePublish, usePublishSeries } from './queries.ts'
import { isSeries, seriesBody } from './series-form.ts'

type Form = UseFormReturn<PublishValues>
type Name = FieldPath<PublishValues>

/** The form, its steps on a phone, its draft, and its publishing. */
export function usePublishForm(me: Me) {
  const { form, draft } = useFormWithDraft<PublishValues>({
    name: 'publish',
    owner: me.id,
    defaults: (stored) => ({ ...emptyValues, ...stored }),
    resolver: publishResolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  useNamedTrip(form)
  const [attempted, setAttempted] = useState(false)
  const { step, go, focus } = useSteps(form)
  const prefilled = useLastCar(form, me.profile.is_driver)
  const phone = useFirstPhone(me.profile.is_driver ? undefined : me.profile)
  const refuse = (errors: FieldErrors<PublishValues>) => {
    setAttempted(true)
    focus(firstProblem(errors))
  }
  const { publish, ...publishing } = usePublishing({ form, draft }, phone.save, focus, refuse)
  const next = async () => {
    const names = [...(steps[step] ?? [])]
    if (await form.trigger(names)) return go(step + 1)
    // Reads each field, because `form.formState` is still that of the last rendering.
    refuse(Object.fromEntries(names.map((name) => [name, form.getFieldState(name).error])))
  }
  return {
    form,
    step,
    attempted,
    prefilled,
    phone,
    next: () => void next(),
    back: () => go(step - 1),
    submit: (event: SubmitEvent) => {
      event.preventDefault()
      // Enter in a field of an early step goes to the next step.
      if (isNarrow() && step < steps.length - 1) void next()
      else publish(event)
    },
    ...publishing,
  }
}

/**
 * Fills in the trip that the address names, once. Of an older draft only the car stays, because the rest is of another trip. The address then
 * forgets it, so that a reload keeps what was typed since.
 */
function useNamedTrip(form: Form) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const fill = useEffectEvent(() => {
    const trip = namedTrip(params, osloDay())
    if (!trip) return
    const { car_make, car_model, car_color, license_plate } = form.getValues()
    const car = { car_make, car_model, car_color, license_plate }
    for (const [field, value] of Object.entries({ ...emptyValues, ...car, ...trip }))
      form.setValue(field as Name, value, { shouldDirty: field in trip })
    void navigate(paths.publishRide, { replace: true })
  })
  useEffect(() => fill(), [])
}

const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(max-width: 56.24rem)').matches

/** Keeps the step in the address, so that the phone's back button goes one step back and a reload stays on the step. */
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

/** Fills in the car of the driver's last ride, unless something is typed already. */
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
  // A plate typed by hand shows no hint: one that came up on leaving the field would move the button away under the pointer.
  const { dirtyFields } = useFormState({ control: form.control, name: 'license_plate' })
  return wanted && !dirtyFields.license_plate && ride?.contact.license_plate === plate
}

/** At most so many skipped days are named; the others are counted. */
const mostSkippedNamed = 5

/** Publishes the ride or the series. `before` stores what comes first and returns false when something in it is wrong. */
function usePublishing(
  { form, draft }: Pick<ReturnType<typeof useFormWithDraft<PublishValues>>, 'form' | 'draft'>,
  before: () => Promise<boolean>,
  focus: (field: string) => void,
  onInvalid: (errors: FieldErrors<PublishValues>) => void,
) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { mutateAsync: publishOne } = usePublish()
  const { mutateAsync: publishSeveral } = usePublishSeries()
  const { date, list } = useFormat()
  const tellOfPosts = usePostsToast()
  // The driver has seen the warning about another trip at that time.
  const accepted = useRef(false)

  const { submit, busy, error, forget } = useSubmission({
    form,
    draft,
    toastKey: 'publish',
    send: async (values, keyOf) => {
      if (!(await before())) return false
      const body = { ...readRide(values).body, ...(!accepted.current && { warn_overlap: true }) }
      const idempotencyKey = keyOf(body)
      if (!isSeries(values)) {
        const { id } = await publishOne({ body, idempotencyKey })
        return { count: 1, skipped: [], rideId: id }
      }
      const series = seriesBody(values, body, backPrice(values))
      const { items, skipped } = await publishSeveral({ body: series, idempotencyKey })
      return { count: items.length, skipped: [...new Set(skipped.map((day) => day.date))], rideId: undefined }
    },
    success: ({ count }) => ({
      title: t('publish.success_title'),
      text: count === 1 ? t('publish.success_text') : t('publish.success_several', { count }),
    }),
    onDone: ({ skipped, rideId }) => {
      if (rideId) void tellOfPosts(rideId)
      const named = list(skipped.slice(0, mostSkippedNamed).map((day) => date(day)))
      if (skipped.length > 0)
        toast({
          title: t('publish.skipped', { count: skipped.length }),
          text: named + (skipped.length > mostSkippedNamed ? ' …' : ''),
          tone: 'info',
          key: 'publish-skipped',
        })
      void navigate(`${paths.myRides}?tab=rides`)
    },
    fieldOf: formField,
    focus,
    onInvalid,
    onError: (caught) => otherTripOf(caught) !== undefined,
    failure: (caught, reason) =>
      // The first response was lost and the ride was changed since. Pressing again publishes a second one, knowingly.
      caught instanceof ApiError && caught.code === 'idempotency_key_reused'
        ? {
            text: t('publish.failed'),
            detail: t('publish.already_published'),
            action: { label: t('nav.my_rides'), onSelect: () => void navigate(paths.myRides) },
          }
        : { text: t('publish.failed'), detail: reason },
  })
  return {
    publish: (event?: BaseSyntheticEvent) => {
      accepted.current = false
      submit(event)
    },
    publishAnyway: () => {
      accepted.current = true
      submit()
    },
    busy,
    limits: error instanceof ApiError ? limitsOf(error) : noLimits,
    overlap: otherTripOf(error),
    dismissOverlap: forget,
  }
}

const noLimits: Limits = {}

/** Returns a function that shows how many people look for a ride on the way of a new one, and leads to them. Without any, nothing shows. */
function usePostsToast() {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  return async (rideId: string) => {
    // The ride is published all the same; its card shows them later.
    const { items } = await api.wanted.onYourWay({ query: { ride_id: rideId } }).catch(() => ({ items: [] }))
    if (items.length === 0) return
    toast({
      title: t('posts.wanted_here', { count: items.length }),
      tone: 'info',
      key: 'publish-posts',
      action: { label: t('posts.show'), onSelect: () => void navigate(rideWantedPath(rideId)) },
    })
  }
}

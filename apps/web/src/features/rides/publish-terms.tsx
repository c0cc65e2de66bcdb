import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { currencyOf, lengths, luggageSizes, seats } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { otherPriceIn } from '@samtur/contract/named-prices'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/choice'
import { DateField } from '#ui/date-field'
import { Select, TextArea, TextInput } from '#ui/text-input'
import { TimeField } from '#ui/time-field'
import { useDateFieldProps } from './date-texts.ts'
import { comesTwice, planTrip } from './trip-form.ts'
import { PriceSuggestion } from './price-suggestion.tsx'
import { InstantField } from './instant-field.tsx'
import { PublishField, useLimits, useProblem } from './publish-field.tsx'
import type { PublishValues } from './publish-form.ts'
import { readPrice } from './read-price.ts'
import { useRoadTexts } from './road-facts.tsx'
import { SameGenderField } from './same-gender-field.tsx'
import { useArrivalProposal } from './use-arrival-proposal.ts'

/** When the trip is. */
export function PublishTimes() {
  const t = useT()
  const { control, setValue } = useFormContext<PublishValues>()
  const dateField = useDateFieldProps()
  const timeTexts = { invalid: t('publish.time_invalid') }
  const values = useWatch({ control })
  const problem = useTimesProblem()
  return (
    <div className="flex flex-col gap-4">
      {problem && (
        <Alert tone="danger" live>
          {problem}
        </Alert>
      )}
      <div className="grid gap-x-4 gap-y-4 *:max-sm:first:col-span-2 max-sm:grid-cols-2 sm:grid-cols-[1.5fr_1fr_1fr]">
        <PublishField name="date" label={t('rides.date')} required words={{ required: t('publish.date_required') }}>
          <Controller
            control={control}
            name="date"
            rules={{ deps: ['departure', 'arrival'] }}
            render={({ field }) => <DateField {...dateField} {...field} />}
          />
        </PublishField>
        <PublishField
          name="departure"
          label={t('publish.departure')}
          required
          words={{ required: t('publish.departure_required'), clock_gap: t('publish.no_such_time') }}
        >
          <Controller
            control={control}
            name="departure"
            rules={{ deps: ['arrival'] }}
            render={({ field }) => <TimeField {...field} texts={timeTexts} />}
          />
        </PublishField>
        <PublishField
          name="arrival"
          label={t('publish.arrival')}
          required
          words={{ required: t('publish.arrival_required'), clock_gap: t('publish.no_such_time') }}
        >
          <Controller
            control={control}
            name="arrival"
            render={({ field }) => (
              <TimeField
                {...field}
                onChange={(time) => {
                  setValue('arrival_from', 'driver')
                  field.onChange(time)
                }}
                texts={timeTexts}
                placeholder="14:00"
              />
            )}
          />
        </PublishField>
      </div>
      <ArrivalNote />
      <TripNotes {...values} />
    </div>
  )
}

/** What concerns all three fields, or is too long to stand below one of them on a phone. */
function useTimesProblem(): string | undefined {
  const t = useT()
  const fieldText = useFieldText()
  const codes = [useProblem('date'), useProblem('departure'), useProblem('arrival')]
  if (codes.includes('required')) return t('publish.times_required')
  return codes.includes('clock_gap') ? fieldText('clock_gap') : undefined
}

/** Where a proposed arrival comes from; where the driver has emptied the field, a press that fills it again. */
function ArrivalNote() {
  const t = useT()
  const { time } = useRoadTexts()
  const { proposal, minutes, ferries, from, arrival, take } = useArrivalProposal()
  const proposed = from === 'road' && arrival === proposal
  return (
    <>
      <p role="status" className="text-sm text-soft empty:hidden">
        {proposed &&
          minutes !== undefined &&
          t(ferries ? 'publish.arrival_proposed_ferries' : 'publish.arrival_proposed', { time: time(minutes) })}
      </p>
      {proposal && from === 'driver' && arrival === '' && (
        <Button variant="quiet" size="sm" onClick={take} className="self-start">
          {t('publish.arrival_take', { time: proposal })}
        </Button>
      )}
    </>
  )
}

/** What follows from the times: how long it takes, and what is easily overlooked. */
function TripNotes({
  date = '',
  departure = '',
  arrival = '',
}: {
  date?: string
  departure?: string
  arrival?: string
}) {
  const t = useT()
  const { language } = useLanguage()
  const { duration, zone } = useFormat()
  const { trip } = planTrip(date, departure, arrival)
  const day = new Intl.DateTimeFormat(languages[language].tag, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const twice = [
    comesTwice(date, departure) && departure,
    trip && comesTwice(trip.arrivalDay, arrival) && arrival,
  ].find(Boolean)
  return (
    <div role="status" className="flex flex-col gap-1 text-sm text-soft empty:hidden">
      {trip && (
        <p>
          {t('publish.takes', { duration: duration(trip.departure_time, trip.arrival_time) })}
          {zone(trip.departure_time) && ` (${zone(trip.departure_time)})`}
          {trip.nextDay && (
            <strong className="font-semibold text-text">
              {' '}
              {t('publish.next_day', { date: day.format(Date.parse(trip.arrivalDay)) })}
            </strong>
          )}
        </p>
      )}
      {twice && <p>{t('publish.clock_twice', { time: twice })}</p>}
    </div>
  )
}

/** What it costs, how many fit, and what else there is to say. */
export function PublishTerms() {
  const t = useT()
  const { control, register, trigger, formState } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const format = useFormat()
  const kroner = (amount: number) => format.price(amount, currencyOf(values.from.country))
  const each = readPrice(values.price)
  const count = Number(values.seats)
  const { max, needed } = useLimits()
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-start gap-4">
        <PublishField
          name="price"
          label={t('publish.price')}
          required
          words={{
            required: t('publish.price_required'),
            ...(max !== undefined && {
              above_cost_share: t('publish.above_share_refused', { price: kroner(max).text }),
            }),
          }}
        >
          <TextInput
            {...register('price', { onBlur: () => void (values.price && trigger('price')) })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            unit={kroner(0).unit}
          />
        </PublishField>
        <PublishField
          name="seats"
          label={t('publish.seats')}
          words={needed === undefined ? {} : { out_of_range: t('publish.seats_needed', { count: needed }) }}
        >
          <Select {...register('seats')}>
            {Array.from({ length: seats.max }, (_, index) => (
              <option key={index} value={index + seats.min}>
                {index + seats.min}
              </option>
            ))}
          </Select>
        </PublishField>
      </div>
      <p className="-mt-2 text-sm text-soft">
        {each !== undefined && each > 0 && !formState.errors.price
          ? t('publish.sum', { count, price: kroner(each).text, sum: kroner(each * count).text })
          : t('publish.price_hint')}
      </p>
      <PriceSuggestion />
      <NotesField />
      <PublishField name="luggage" label={t('publish.luggage')} hint={t('publish.luggage_hint')}>
        <Select {...register('luggage')}>
          {luggageSizes.map((size) => (
            <option key={size} value={size}>
              {/* i18n-dynamic: rides.luggage.* */}
              {t(`rides.luggage.${size}`)}
            </option>
          ))}
        </Select>
      </PublishField>
      <Checkbox {...register('pets')} label={t('publish.pets')} />
      <InstantField />
      <SameGenderField />
    </div>
  )
}

/** What else there is to say; says gently when another price is named in it. */
function NotesField() {
  const t = useT()
  const format = useFormat()
  const { control, register } = useFormContext<PublishValues>()
  const { notes, price, from, stops } = useWatch({ control, compute: (all: PublishValues) => all })
  const each = readPrice(price)
  const other = each === undefined ? undefined : otherPriceIn(notes, [each])
  // On a ride with stops a smaller amount may be the price of a part.
  const shown = other !== undefined && each !== undefined && (stops.length === 0 || other > each)
  const kroner = (amount: number) => format.price(amount, currencyOf(from.country)).text
  return (
    <div className="flex flex-col gap-2">
      <PublishField name="notes" label={t('publish.notes')} note={t('core.optional')} hint={t('publish.notes_hint')}>
        <TextArea {...register('notes')} counter={lengths.notes} rows={3} />
      </PublishField>
      <div role="status" className="empty:hidden">
        {shown && <Alert>{t('publish.notes_price', { named: kroner(other), price: kroner(each) })}</Alert>}
      </div>
    </div>
  )
}

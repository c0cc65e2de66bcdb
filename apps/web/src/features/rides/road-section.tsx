import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { currencyOf, extraCosts } from '@samtur/contract/constants'
import type { CostEstimate } from '@samtur/contract/costs'
import type { Road, RoadWay } from '@samtur/contract/places'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { RadioGroup } from '#ui/choice'
import { TextInput } from '#ui/text-input'
import { DistanceField } from './distance-field.tsx'
import { PublishField } from './publish-field.tsx'
import { estimateOf, type PublishValues } from './publish-form.ts'
import { readPrice, readWhole } from './read-price.ts'
import { RoadFacts, useRoadTexts } from './road-facts.tsx'
import { difference, paidNames, tollSum, wayOf } from './road-way.ts'
import { useRoadWay } from './use-estimate.ts'

/** The road between the stops: what we know of it, and the driver's own figures. Shown once start and end are typed. */
export function RoadSection({ className = '' }: { className?: string }) {
  const t = useT()
  const { control, register, trigger } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const { estimate, way, typed } = useRoadWay()
  const [news, setNews] = useState('')
  useForgottenWay(estimate?.road)
  const shown = estimateOf(values) !== undefined
  const { price } = useFormat()
  const unit = price(0, currencyOf(values.from.country)).unit
  const costs = readPrice(values.extra_costs)
  const counted = estimate?.share?.extra_costs
  const costsPartly = estimate && costs !== undefined && counted !== undefined && counted < costs
  return (
    <>
      {shown && (
        <Card
          as="section"
          aria-labelledby="publish-road"
          padding="lg"
          className={`flex flex-col gap-5 p-4.5! sm:p-7! ${className}`}
        >
          <h2 id="publish-road" className="text-xl!">
            {t('publish.road')}
          </h2>
          {estimate?.road?.other && <Ways road={estimate.road} other={estimate.road.other} typed={typed} />}
          {way && <RoadFacts way={way} />}
          {estimate && !way && <p className="text-sm text-soft">{t('publish.road_unknown')}</p>}
          {way && !way.certain && typed === undefined && (
            <p className="text-sm text-soft">{t('publish.road_uncertain')}</p>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <DistanceField />
            <PublishField
              name="extra_costs"
              label={t('publish.extra_costs')}
              hint={
                costsPartly
                  ? t('publish.extra_costs_partly', { counted: price(counted, estimate.currency).text })
                  : t('publish.extra_costs_hint')
              }
              note={t('core.optional')}
              words={{ out_of_range: t('publish.extra_costs_range', extraCosts) }}
            >
              <TextInput
                {...register('extra_costs', { onBlur: () => void (values.extra_costs && trigger('extra_costs')) })}
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                unit={unit}
              />
            </PublishField>
          </div>
          {way && estimate && <ListPrices way={way} currency={estimate.currency} tell={setNews} />}
        </Card>
      )}
      <span role="status" className="sr-only">
        {shown && <Summary way={way} />}
      </span>
      <span role="status" className="sr-only">
        {shown && news}
      </span>
    </>
  )
}

/** Removes the kilometres of another way once the route has changed, because they are not the driver's own. */
function useForgottenWay(road: Road | null | undefined) {
  const { getValues, setValue } = useFormContext<PublishValues>()
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!road) return
    const other = road.other?.km
    const km = before.current
    if (km !== undefined && km !== other && readWhole(getValues('distance_km')) === km)
      setValue('distance_km', '', { shouldDirty: true })
    before.current = other
  }, [road, getValues, setValue])
}

/** One sentence for screen readers whenever the way changes. */
function Summary({ way }: { way: RoadWay | undefined }) {
  const t = useT()
  const { list } = useFormat()
  const { time, km, roughly } = useRoadTexts()
  if (!way) return null
  const names = paidNames(way)
  const figures = { km: roughly(km(way.km), way), time: time(way.minutes) }
  return names.length > 0
    ? t('publish.road_news_over', { ...figures, names: list(names) })
    : t('publish.road_news', figures)
}

/** Two ways that take about as long; the choice of one sets the kilometres. */
function Ways({ road, other, typed }: { road: Road; other: RoadWay; typed: number | undefined }) {
  const t = useT()
  const { list } = useFormat()
  const { time, km, roughly } = useRoadTexts()
  const { setValue } = useFormContext<PublishValues>()
  const label = (way: RoadWay, from: RoadWay) => {
    const { over, without } = difference(way, from)
    const far = roughly(km(way.km), way)
    return over.length > 0
      ? t('publish.road_over', { names: list(over), km: far })
      : t('publish.road_without', { names: list(without), km: far })
  }
  return (
    <RadioGroup
      name="road-way"
      legend={t('publish.road_ways')}
      value={wayOf(road, typed) === other ? 'other' : 'first'}
      onChange={(event) =>
        setValue('distance_km', event.currentTarget.value === 'other' ? String(other.km) : '', {
          shouldDirty: true,
          shouldValidate: true,
        })
      }
      options={[
        { value: 'first', label: label(road, other), hint: time(road.minutes) },
        { value: 'other', label: label(other, road), hint: time(other.minutes) },
      ]}
    />
  )
}

interface ListPricesProps {
  way: RoadWay
  currency: CostEstimate['currency']
  /** Announces what a press has done. */
  tell: (news: string) => void
}

/** What ferries and bridges cost by their lists: a suggestion that one press takes, never more than that. */
function ListPrices({ way, currency, tell }: ListPricesProps) {
  const t = useT()
  const format = useFormat()
  const { control, setValue } = useFormContext<PublishValues>()
  const text = useWatch({ control, name: 'extra_costs' })
  const priced = way.tolls.filter((toll) => toll.petrol !== null)
  const sum = tollSum(way, currency)
  if (priced.length === 0) return null
  const offered = sum !== undefined && sum <= extraCosts.max ? sum : undefined
  const price = format.price(offered ?? 0, currency).text
  const typed = readPrice(text)
  const taken = typed === offered
  const take = () => {
    setValue('extra_costs', String(offered), { shouldDirty: true, shouldValidate: true })
    tell(t('publish.road_tolls_taken', { price }))
  }
  const replaced = typed !== undefined && !Number.isNaN(typed) && typed > 0
  return (
    <div className="flex flex-col gap-2.5 rounded-field bg-sunk px-4 py-3 text-sm">
      <p className="font-medium">{t('publish.road_tolls')}</p>
      <ul className="flex flex-col gap-1">
        {priced.map((toll, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-break-word">
              <bdi>{toll.name}</bdi>
            </span>
            <bdi className="tabular">
              {t('publish.road_toll', {
                price: format.price(toll.petrol ?? 0, toll.currency).text,
                year: String(toll.year),
              })}
            </bdi>
          </li>
        ))}
      </ul>
      <p className="text-soft">{t('publish.road_tolls_hint')}</p>
      {offered !== undefined && (
        <Button
          variant="quiet"
          size="sm"
          icon={taken ? 'check' : undefined}
          aria-disabled={taken}
          onClick={taken ? undefined : take}
          className="max-w-full self-start"
        >
          {taken
            ? t('publish.road_tolls_taken', { price })
            : replaced
              ? t('publish.road_tolls_replace', { price, typed: format.price(typed, currency).text })
              : t('publish.road_tolls_take', { price })}
        </Button>
      )}
    </div>
  )
}

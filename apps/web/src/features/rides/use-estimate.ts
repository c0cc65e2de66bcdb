import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CostEstimate, EstimateBody } from '@samtur/contract/costs'
import type { RoadWay } from '@samtur/contract/places'
import { ApiError } from '#lib/api'
import { limitsOf, type Limits } from './publish-field.tsx'
import { estimateOf, type PublishValues } from './publish-form.ts'
import { readWhole } from './read-price.ts'
import { estimateQuery } from './queries.ts'
import { minutesFor, wayOf } from './road-way.ts'

const pause = 400

interface Estimated {
  /** Undefined until the first response, and where it fails. */
  estimate?: CostEstimate
  /** Which kilometres may be typed, where the ones that are cannot be. */
  km?: Limits['km']
  /** The estimate is that of an earlier form, because the newest one has not loaded yet. */
  outdated: boolean
}

/** The way by road and one person's share of the costs, as far as the typed route is known. Never in the way: what else fails is not said. */
export function useEstimate(): Estimated {
  const { control } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const wanted = JSON.stringify(estimateOf(values))
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted])
  const body = settled === undefined ? undefined : (JSON.parse(settled) as EstimateBody)
  const { data, error, isPlaceholderData } = useQuery(estimateQuery(body))
  const km = error instanceof ApiError ? limitsOf(error).km : undefined
  // The way does not depend on the typed kilometres, so it stays while they are refused.
  const { data: without } = useQuery(estimateQuery(km && body ? { ...body, distance_km: undefined } : undefined))
  const outdated = wanted !== settled || isPlaceholderData
  if (wanted === undefined) return { outdated }
  if (error) return { km, estimate: km && without ? { ...without, share: null } : undefined, outdated }
  return { estimate: data ?? undefined, outdated }
}

interface CountedWay extends Estimated {
  /** The way that the driver takes; undefined until it is known. */
  way?: RoadWay
  /** Kilometres by the driver's own figure. */
  typed?: number
  /** By the driver's own figure where there is one. */
  minutes?: number
}

export function useRoadWay(): CountedWay {
  const { control } = useFormContext<PublishValues>()
  const text = useWatch({ control, name: 'distance_km' })
  const estimated = useEstimate()
  const read = readWhole(text)
  const typed = estimated.km || !read || read < 1 ? undefined : read
  const road = estimated.estimate?.road
  if (!road) return { ...estimated, typed }
  const way = wayOf(road, typed)
  return { ...estimated, typed, way, minutes: minutesFor(way, typed) }
}

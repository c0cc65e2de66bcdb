import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { PublishValues } from './publish-form.ts'
import { proposedArrival } from './road-way.ts'
import { useRoadWay } from './use-estimate.ts'

/** Fills in the arrival by the road, unless the driver has set it; returns the proposal, and whether the form holds it. */
export function useArrivalProposal() {
  const { control, getValues, setValue } = useFormContext<PublishValues>()
  const [date, departure, arrival, from] = useWatch({ control, name: ['date', 'departure', 'arrival', 'arrival_from'] })
  const { estimate, way, minutes } = useRoadWay()
  const known = way?.certain ? minutes : undefined
  const proposal = known && departure ? proposedArrival(date, departure, known) : undefined
  // A way that is still loading or failed to load says nothing about a proposal made before.
  const judged = estimate !== undefined || !departure
  useEffect(() => {
    // Reads the form itself: the driver may have typed an arrival since this was rendered.
    const [held, by] = getValues(['arrival', 'arrival_from'])
    const ours = by === 'road' || (by === '' && held === '')
    if (!ours || !judged || (proposal ?? '') === held) return
    setValue('arrival', proposal ?? '', { shouldDirty: true, shouldValidate: proposal !== undefined })
    setValue('arrival_from', proposal ? 'road' : '')
  }, [judged, proposal, arrival, from, getValues, setValue])
  const take = () => {
    setValue('arrival', proposal ?? '', { shouldDirty: true, shouldValidate: true })
    setValue('arrival_from', 'road')
  }
  return { proposal, minutes: known, ferries: (way?.ferries.length ?? 0) > 0, from, arrival, take }
}

import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CostEstimate, EstimateBody } from '@samtur/contract/costs'
import { languages } from '@samtur/i18n/translate'
import { ApiError } from '#lib/api'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { limitsOf, useLimits, type Limits } from './publish-field.tsx'
import { estimateOf, readPrice, type PublishValues } from './publish-form.ts'
import { estimateQuery } from './queries.ts'

const pause = 400

/**
 * What one person's share of the costs is, as far as the typed route is known, and which kilometres may be typed where the ones that are
 * cannot be. Never in the way: what else fails is not said.
 */
export function useEstimate(): { estimate?: CostEstimate; km?: Limits['km'] } {
  const { control } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const wanted = JSON.stringify(estimateOf(values))
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted])
  const body = settled === undefined ? undefined : (JSON.parse(settled) as EstimateBody)
  const { data, error } = useQuery(estimateQuery(body))
  if (error) return error instanceof ApiError ? { km: limitsOf(error).km } : {}
  return wanted === undefined ? {} : { estimate: data ?? undefined }
}

/** The suggested price with its arithmetic, and a plain word where the driver asks for more than the costs. */
export function PriceSuggestion() {
  const t = useT()
  const format = useFormat()
  const arithmetic = useArithmetic()
  const { setValue, control } = useFormContext<PublishValues>()
  const typed = readPrice(useWatch({ control, name: 'price' }))
  const { estimate } = useEstimate()
  const { agreed } = useLimits()
  const share = estimate?.share
  const offered = share && typed !== share.price && (agreed === undefined || share.price <= agreed)
  const fair = share && format.price(share.price, estimate.currency).text
  const above = share && typed !== undefined && typed > share.price
  const take = () => share && setValue('price', String(share.price), { shouldValidate: true, shouldDirty: true })
  return (
    <div className={`flex flex-col gap-3 ${share ? '' : 'hidden'}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-sunk px-4 py-3">
        <p role="status" className="min-w-0">
          {share && (
            <>
              <span className="font-semibold">{t('publish.share', { price: fair ?? '' })}</span>
              <span className="block text-sm text-soft tabular">
                {arithmetic(share, estimate.currency)}
                {share.typed_distance && <> · {t('publish.own_distance')}</>}
              </span>
            </>
          )}
        </p>
        {offered && (
          <Button variant="quiet" size="sm" onClick={take}>
            {t('publish.share_take')}
          </Button>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {above && (
          <Alert tone="warning" title={t('publish.above_share')}>
            {t(estimate.mode === 'enforce' ? 'publish.above_share_refused' : 'publish.above_share_shown', {
              price: fair ?? '',
            })}
          </Alert>
        )}
      </div>
    </div>
  )
}

/** '312 km × 3,50 kr ÷ 4 i bilen'. */
function useArithmetic() {
  const t = useT()
  const format = useFormat()
  const { tag } = languages[useLanguage().language]
  return (share: NonNullable<CostEstimate['share']>, currency: CostEstimate['currency']) => {
    const kroner = (share.ore_per_km / 100).toLocaleString(tag, { minimumFractionDigits: 2 })
    const parts = {
      km: format.number(share.distance_km),
      rate: `${kroner}\u00a0${format.price(0, currency).unit}`,
      people: share.people,
    }
    if (share.extra_costs === 0) return t('publish.share_sum', parts)
    return t('publish.share_sum_extra', { ...parts, extra: format.price(share.extra_costs, currency).text })
  }
}

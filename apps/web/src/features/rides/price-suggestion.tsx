import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CostEstimate } from '@samtur/contract/costs'
import { languages } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { useLimits } from './publish-field.tsx'
import type { PublishValues } from './publish-form.ts'
import { readPrice } from './read-price.ts'
import { paidNames } from './road-way.ts'
import { useRoadWay } from './use-estimate.ts'

/** The suggested price with its arithmetic, and a plain word where the driver asks for more than the costs. */
export function PriceSuggestion() {
  const t = useT()
  const format = useFormat()
  const { setValue, control } = useFormContext<PublishValues>()
  const typed = readPrice(useWatch({ control, name: 'price' }))
  const { estimate, way } = useRoadWay()
  const { agreed } = useLimits()
  const share = estimate?.share
  const offered = share && typed !== share.price && (agreed === undefined || share.price <= agreed)
  const fair = share && format.price(share.price, estimate.currency).text
  const above = share && typed !== undefined && typed > share.price
  const take = () => share && setValue('price', String(share.price), { shouldValidate: true, shouldDirty: true })
  return (
    <div className={`flex flex-col gap-3 ${share ? '' : 'hidden'}`}>
      <div className="flex flex-col gap-2 rounded-field bg-sunk px-4 py-3">
        {share && <Arithmetic share={share} currency={estimate.currency} names={way ? paidNames(way) : []} />}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-edge pt-2">
          <p role="status" className="min-w-0 font-semibold">
            {share && t('publish.share', { price: fair ?? '' })}
          </p>
          {offered && (
            <Button variant="quiet" size="sm" onClick={take}>
              {t('publish.share_take')}
            </Button>
          )}
        </div>
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

interface ArithmeticProps {
  share: NonNullable<CostEstimate['share']>
  currency: CostEstimate['currency']
  /** Of ferries, bridges and tunnels that cost something. */
  names: readonly string[]
}

/** Kilometres by the rate, ferries and bridges by name, the people who share it: a row each. */
function Arithmetic({ share, currency, names }: ArithmeticProps) {
  const t = useT()
  const format = useFormat()
  const { tag } = languages[useLanguage().language]
  const kroner = (share.ore_per_km / 100).toLocaleString(tag, { minimumFractionDigits: 2 })
  const rate = `${kroner}\u00a0${format.price(0, currency).unit}`
  const km = format.number(share.distance_km)
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      <Row figure={format.price((share.distance_km * share.ore_per_km) / 100, currency).text}>
        {t('publish.share_km', { km, rate })}{' '}
        {share.typed_distance && <Tag tone="brand">{t('publish.own_distance')}</Tag>}
      </Row>
      {(share.extra_costs > 0 || names.length > 0) && (
        <Row figure={format.price(share.extra_costs, currency).text}>
          {names.length > 0 ? t('publish.share_extra_over', { names: format.list(names) }) : t('publish.extra_costs')}
        </Row>
      )}
      <Row figure={`÷ ${format.number(share.people)}`}>{t('publish.share_people', { count: share.people })}</Row>
    </dl>
  )
}

function Row({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 wrap-break-word">{children}</dt>
      <dd className="shrink-0 tabular">
        <bdi>{figure}</bdi>
      </dd>
    </div>
  )
}

import type { Currency } from '@samtur/contract/constants'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'

interface PriceProps {
  /** For one person. */
  kroner: number
  seats: number
  currency: Currency
  quiet?: boolean
}

/** What the driver gets in all, and what it is made of when that is more than one seat. */
export function Price({ kroner, seats, currency, quiet = false }: PriceProps) {
  const t = useT()
  const format = useFormat()
  const { amount, unit } = format.price(kroner * seats, currency)
  return (
    <p className="shrink-0 text-end">
      <span className="sr-only">{t('reservations.price')} </span>
      <bdi className={`font-heading tabular ${quiet ? 'text-lg/none' : 'text-2xl/none'}`}>
        {amount} <span className="font-sans text-sm font-normal text-soft">{unit}</span>
      </bdi>
      {seats > 1 && (
        <span className="mt-1 block text-sm text-soft tabular" dir="ltr">
          {t('reservations.total_of', { seats, price: format.price(kroner, currency).text })}
        </span>
      )}
    </p>
  )
}

import { useId, useState } from 'react'
import { currencyOf, type Country } from '@samtur/contract/constants'
import type { CostRate } from '@samtur/contract/costs'
import { languages } from '@samtur/i18n/translate'
import { focusSoon } from '#lib/focus'
import { useFormat } from '#lib/format'
import { useAction } from '#lib/forms/action'
import { useLanguage, useT } from '#lib/i18n'
import { StatusBadge } from '#ui/status-badge'
import { IconButton } from '#ui/button'
import { Card } from '#ui/card'
import { ConfirmDialog } from '#ui/dialog'
import type { CountryRates } from './model.ts'
import { useRemoveRate } from './queries.ts'

/** One country's rates, newest first; future ones can be removed. */
export function RatesTable({ country, rates }: CountryRates) {
  const t = useT()
  const headingId = useId()
  const { longDate } = useFormat()
  const perKm = usePerKm()
  const nameOf = useCountryName()
  const [removing, setRemoving] = useState<CostRate>()
  return (
    <Card as="section" padding="none" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} className="px-4 pt-4 text-lg! sm:px-5">
        {nameOf(country)}
      </h2>
      {rates.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-soft sm:px-5">{t('rates.none')}</p>
      ) : (
        <ul className="mt-2 flex flex-col">
          {rates.map((rate) => (
            <li
              key={rate.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-t border-line px-4 py-3 sm:px-5"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <strong className="font-semibold tabular">{perKm(rate)}</strong>
                  {rate.state !== 'past' && (
                    <StatusBadge status={rate.state === 'current' ? 'accepted' : 'pending'}>
                      {t(rate.state === 'current' ? 'rates.current' : 'rates.coming')}
                    </StatusBadge>
                  )}
                </p>
                <p className="text-sm text-soft">{t('rates.from', { date: longDate(rate.valid_from) })}</p>
                <p dir="auto" className="text-sm text-soft wrap-anywhere">
                  {rate.source}
                </p>
              </div>
              {rate.state === 'coming' && (
                <IconButton
                  icon="trash"
                  label={t('rates.remove_one', { date: longDate(rate.valid_from) })}
                  onClick={() => setRemoving(rate)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <RemoveRate
          rate={removing}
          onClose={() => setRemoving(undefined)}
          // The pressed button disappears with its rate.
          onRemoved={() => focusSoon(() => document.getElementById(headingId))}
        />
      )}
    </Card>
  )
}

/** Returns the country's name in the page's language, such as 'Norge'. */
export function useCountryName() {
  const { tag } = languages[useLanguage().language]
  return (country: Country) => new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country
}

/** Returns a function that formats '3,50 kr per km'. */
function usePerKm() {
  const t = useT()
  const { price } = useFormat()
  const { tag } = languages[useLanguage().language]
  return ({ ore_per_km, country }: CostRate) => {
    const figure = (ore_per_km / 100).toLocaleString(tag, { minimumFractionDigits: 2 })
    return t('rates.per_km', { figure: `${figure}\u00a0${price(0, currencyOf(country)).unit}` })
  }
}

interface RemoveRateProps {
  rate: CostRate
  onClose: () => void
  onRemoved: () => void
}

function RemoveRate({ rate, onClose, onRemoved }: RemoveRateProps) {
  const t = useT()
  const { longDate } = useFormat()
  const perKm = usePerKm()
  const { mutateAsync } = useRemoveRate()
  const { start, busy } = useAction({
    toastKey: 'rates',
    run: () => mutateAsync(rate.id).finally(onClose),
    success: () => ({ title: t('rates.removed') }),
    onDone: onRemoved,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void start(undefined)}
      title={t('rates.remove_title')}
      confirmLabel={t('rates.remove')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
    >
      {t('rates.remove_text', { rate: perKm(rate), date: longDate(rate.valid_from) })}
    </ConfirmDialog>
  )
}

import { useId } from 'react'
import { firstName } from '@samtur/contract/names'
import type { RideDetail } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { useSession } from '#lib/session'
import { Card } from '#ui/card'
import { givesSeatAtOnce } from './model.ts'

/** What happens from the request to the trip, for who may ask for a seat. */
export function WhatNext({ ride }: { ride: RideDetail }) {
  const t = useT()
  const titleId = useId()
  const name = usePersonName()(firstName(ride.driver.full_name))
  const { me } = useSession()
  const steps = [
    t('ride.next_ask'),
    givesSeatAtOnce(ride, me) ? t('ride.next_at_once') : t('ride.next_answer', { name }),
    t('ride.next_contact'),
    t('ride.next_pay', { name }),
  ]
  return (
    <Card as="section" aria-labelledby={titleId} className="print:hidden">
      <h2 id={titleId} className="mb-3 text-lg!">
        {t('ride.next_title')}
      </h2>
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          <li key={step} className="relative flex gap-3 pb-3 last:pb-0">
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="absolute start-[0.8125rem] top-7 bottom-0 border-s-2 border-brand" />
            )}
            <span
              aria-hidden="true"
              className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-tint text-sm font-semibold text-on-tint"
            >
              {index + 1}
            </span>
            <span className="min-w-0 pt-0.5 wrap-anywhere">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

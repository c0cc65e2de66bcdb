import { useFormContext, useWatch } from 'react-hook-form'
import { detourMinutes } from '@samtur/contract/constants'
import type { CostEstimate } from '@samtur/contract/costs'
import { useFormat } from '#lib/format'
import { T, useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { RadioGroup } from '#ui/choice'
import { estimateOf, type PublishValues } from './publish-form.ts'
import { useEstimate } from './use-estimate.ts'

/** At most so many places are named; the others are counted. */
const mostNamed = 3

/** By how many minutes the driver allows detours to lengthen the trip, and what that wins. Shown once start and end are typed. */
export function DetourField({ className = '' }: { className?: string }) {
  const t = useT()
  const { control, register } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const minutes = Number(values.detour_minutes)
  if (!estimateOf(values)) return null
  return (
    <Card
      as="section"
      aria-labelledby="publish-detours"
      padding="lg"
      className={`flex flex-col gap-4 p-4.5! sm:p-7! ${className}`}
    >
      <h2 id="publish-detours" className="text-xl!">
        <T
          id="publish.detours_title"
          values={{ minutes }}
          components={[<bdi key="minutes" className="whitespace-nowrap text-brand" />]}
        />
      </h2>
      <RadioGroup
        {...register('detour_minutes')}
        legend={t('publish.detours')}
        legendHidden
        layout="segments"
        options={detourMinutes.map((value) => ({
          value: String(value),
          label: value === 0 ? t('publish.detours_none') : String(value),
        }))}
      />
      <div role="status" className="text-sm text-soft">
        <Won minutes={minutes} />
      </div>
    </Card>
  )
}

/** Names the places from which the ride is found as well; promises nothing where there are none. */
function Won({ minutes }: { minutes: number }) {
  const t = useT()
  const { estimate, outdated } = useEstimate()
  if (minutes === 0) return t('publish.detours_no')
  if (outdated) return t('publish.detours_looking')
  if (!estimate) return null
  const { detours, road } = estimate
  if (!road?.certain) return t('publish.detours_unknown')
  if (detours.length === 0) return t('publish.detours_nowhere')
  return (
    <>
      <Places detours={detours} /> {t('publish.detours_terms')}
    </>
  )
}

function Places({ detours }: Pick<CostEstimate, 'detours'>) {
  const { list } = useFormat()
  const named = detours.slice(0, detours.length > mostNamed ? mostNamed - 1 : mostNamed)
  const count = detours.length - named.length
  const places = list(named.map(({ name }) => name))
  const strong = [<strong key="places" className="font-semibold text-text" />]
  return count > 0 ? (
    <T id="publish.detours_won_more" values={{ places, count }} components={strong} />
  ) : (
    <T id="publish.detours_won" values={{ places }} components={strong} />
  )
}

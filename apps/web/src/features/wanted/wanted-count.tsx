import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { wanted as limits } from '@samtur/contract/constants'
import type { WantedBody, WantedPreview } from '@samtur/contract/wanted'
import { T, useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { bodyOf, type WantedValues } from './model.ts'
import { previewQuery } from './queries.ts'
import { wantedProblems } from './wanted-form.ts'

const pause = 400

/** Says what the wanted ride would find now and how many cars went this way, while it is being filled in. */
export function WantedCount({ values }: { values: WantedValues }) {
  const t = useT()
  const wanted = Object.keys(wantedProblems(values)).length === 0 ? JSON.stringify(bodyOf(values)) : undefined
  const settled = useSettled(wanted)
  const body = settled === undefined ? undefined : (JSON.parse(settled) as WantedBody)
  const { data, error, isPlaceholderData } = useQuery(previewQuery(body))
  const outdated = wanted !== settled || isPlaceholderData
  return (
    <p
      role="status"
      aria-busy={outdated || undefined}
      className="flex items-start gap-2.5 rounded-field bg-brand-tint px-3.5 py-3 text-on-tint"
    >
      <Icon name="route" size={22} className="mt-px shrink-0" />
      <span className={`min-w-0 ${outdated && wanted ? 'opacity-60' : ''}`}>
        {wanted === undefined && t('wanted.count_needs')}
        {wanted !== undefined && error && t('wanted.count_failed')}
        {wanted !== undefined && !error && (data ? <Found preview={data} /> : t('wanted.counting'))}
      </span>
    </p>
  )
}

function Found({ preview: { match_count: count, recent } }: { preview: WantedPreview }) {
  return (
    <>
      <T id="wanted.count" values={{ count }} components={[<b key="count" className="font-semibold" />]} />{' '}
      {recent && (
        <T
          id="wanted.recent"
          values={{ count: recent.rides, days: limits.recentDays }}
          components={[<span key="sum" />]}
        />
      )}
    </>
  )
}

function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

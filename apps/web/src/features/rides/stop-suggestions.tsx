import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { StopSuggestion } from '@samtur/contract/places'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { filledStops, type PublishValues } from './publish-form.ts'
import { useEstimate } from './use-estimate.ts'

/** Towns on the way, each added by one press at its place among the stops. */
export function StopSuggestions() {
  const t = useT()
  const { getValues, setValue } = useFormContext<PublishValues>()
  const suggestions = useEstimate().estimate?.suggestions ?? []
  const [news, setNews] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  const add = ({ position, name, place_id, lat, lon }: StopSuggestion) => {
    const stops = filledStops(getValues()).map((place) => ({ place }))
    stops.splice(position, 0, { place: { text: name, place_id, lat, lon } })
    setValue('stops', stops, { shouldDirty: true })
    setNews(t('publish.stop_added', { place: name }))
    // The pressed button goes with its suggestion.
    frame.current?.focus()
  }
  return (
    <>
      {suggestions.length > 0 && (
        <div
          ref={frame}
          tabIndex={-1}
          role="group"
          aria-labelledby="publish-suggestions"
          className="mt-5 flex flex-col gap-2 border-t border-line pt-5 outline-none"
        >
          <h3 id="publish-suggestions" className="text-base!">
            {t('publish.suggestions')}
          </h3>
          <p className="text-sm text-soft">{t('publish.suggestions_hint')}</p>
          <ul className="flex flex-wrap gap-2">
            {suggestions.map((suggestion) => (
              <li key={suggestion.place_id} className="min-w-0">
                <button
                  type="button"
                  onClick={() => add(suggestion)}
                  className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-dashed border-brand bg-brand-tint px-3.5 py-1.5 text-start text-on-tint hover:border-solid"
                >
                  <Icon name="plus" size={18} className="shrink-0" />
                  <span className="min-w-0">
                    <bdi className="block leading-tight font-semibold wrap-break-word">{suggestion.name}</bdi>
                    <Reason suggestion={suggestion} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <span role="status" className="sr-only">
        {news}
      </span>
    </>
  )
}

function Reason({ suggestion: { drivers, searches } }: { suggestion: StopSuggestion }) {
  const t = useT()
  if (drivers === 0 && searches === 0) return null
  return (
    <span className="block text-sm leading-tight">
      {drivers > 0
        ? t('publish.suggestion_drivers', { count: drivers })
        : t('publish.suggestion_searches', { count: searches })}
    </span>
  )
}

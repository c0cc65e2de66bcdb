import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { focusSoon } from '#lib/focus'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Section } from '#ui/page'
import { AdminPointDialog } from './admin-point-dialog.tsx'
import { suggestionsQuery, useDismissSuggestion } from './queries.ts'

interface Suggestion {
  place_id: number
  place: string
  name: string
  times: number
}

/** Stops that people agree on often, to be added or dismissed. Nothing until they are loaded: the list below shows a failure. */
export function Suggestions() {
  const t = useT()
  const { data } = useQuery(suggestionsQuery)
  const [adding, setAdding] = useState<Suggestion>()
  if (!data) return null
  return (
    <Section id={sectionId} title={t('admin_points.suggestions')}>
      <p className="-mt-2 mb-4 max-w-text text-soft">
        {t(data.length === 0 ? 'admin_points.suggestions_none' : 'admin_points.suggestions_text')}
      </p>
      {data.length > 0 && (
        <Card padding="none">
          <ul>
            {data.map((suggestion) => (
              <SuggestionRow
                key={`${suggestion.place_id} ${suggestion.name}`}
                suggestion={suggestion}
                onAdd={() => setAdding(suggestion)}
              />
            ))}
          </ul>
        </Card>
      )}
      {adding && (
        <AdminPointDialog
          given={{
            place: { text: adding.place, place_id: adding.place_id },
            name: adding.name,
            source: t('admin_points.suggestion_source'),
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Section>
  )
}

const sectionId = 'suggestions'

function SuggestionRow({ suggestion, onAdd }: { suggestion: Suggestion; onAdd: () => void }) {
  const t = useT()
  const { mutateAsync } = useDismissSuggestion()
  const { name, place, place_id, times } = suggestion
  const { start, busy } = useAction({
    toastKey: 'points',
    run: () => mutateAsync({ place_id, name }),
    success: () => ({ title: t('admin_points.dismissed') }),
    // The pressed button goes with its row.
    onDone: () => focusSoon(() => document.querySelector<HTMLElement>('h1')),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 sm:px-5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-soft">
          <bdi>{place}</bdi> · {t('admin_points.times', { count: times })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-label={t('admin_points.accept_one', { name })} onClick={onAdd}>
          {t('admin_points.accept')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          aria-label={t('admin_points.dismiss_one', { name })}
          onClick={() => void start(undefined)}
        >
          {t('admin_points.dismiss')}
        </Button>
      </div>
    </li>
  )
}

import { useEffect, useEffectEvent, useRef, useState, type InputHTMLAttributes, type Ref } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PlaceSuggestion } from '@samtur/contract/places'
import { languages } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { Combobox, type ComboboxOption } from '#ui/combobox'
import { useAfterPress } from '../../ui/after-press.ts'
import { fold } from '../../ui/match.ts'
import { suggestionsQuery } from './queries.ts'

export interface PlaceValue {
  text: string
  /** Set only while the text is the picked place. */
  place_id: number | null
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'role'>

export interface PlaceFieldProps extends InputProps {
  value: PlaceValue
  /** `place` comes with a pick from the list, for maps and the like. */
  onChange: (value: PlaceValue, place?: PlaceSuggestion) => void
  ref?: Ref<HTMLInputElement>
}

/** A place by name, with suggestions. Any other text is valid too: a driver may stop where no gazetteer has a name. */
export function PlaceField({ value, onChange, ...rest }: PlaceFieldProps) {
  const t = useT()
  // The initial text is not queried: only typing shows suggestions.
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed)
  const { data, isFetching } = useQuery(suggestionsQuery(settled))
  const options = useOptions(value.text.trim() === '' ? [] : (data ?? []))
  const left = useRef(false)

  /** Chooses a known place that was typed in full, as if it had been picked. */
  const adopt = () => {
    const known = value.place_id === null && sameName(data, value.text.trim())
    if (known) onChange({ text: known.name, place_id: known.id }, known)
    // The list may still be loading.
    left.current = !known
  }
  // A chosen place may show more below the field.
  const adoptAfterPress = useAfterPress(adopt)
  const late = useEffectEvent(() => left.current && adoptAfterPress())
  useEffect(() => {
    if (data) late()
  }, [data])

  return (
    <Combobox
      {...rest}
      onKeyDown={(event) => {
        // The marked option is taken instead.
        if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant')) adopt()
        rest.onKeyDown?.(event)
      }}
      onBlur={(event) => {
        left.current = true
        adoptAfterPress()
        rest.onBlur?.(event)
      }}
      value={value.text}
      options={options}
      loading={settled === typed ? isFetching : 'soon'}
      onChange={(text) => {
        setTyped(text)
        left.current = false
        onChange({ text, place_id: null })
      }}
      onPick={({ place }) => onChange({ text: place.name, place_id: place.id }, place)}
      texts={{
        loading: t('places.loading'),
        empty: t('places.none'),
        count: (count) => t('places.count', { count }),
      }}
    />
  )
}

/** Compares the name as written first, then without accents: 'Bø' is not 'Bo' where there are both. */
const sameName = (places: readonly PlaceSuggestion[] = [], text: string) =>
  places.find(({ name }) => name.toLowerCase() === text.toLowerCase()) ??
  places.find(({ name }) => fold(name) === fold(text))

interface PlaceOption extends ComboboxOption {
  place: PlaceSuggestion
}

/** Region and country distinguish places with the same name. */
function useOptions(places: readonly PlaceSuggestion[]): PlaceOption[] {
  const { language } = useLanguage()
  const { list } = useFormat()
  const countries = new Intl.DisplayNames(languages[language].tag, { type: 'region' })
  return places.map((place) => {
    const detail = list([place.region, countries.of(place.country)])
    return { key: String(place.id), label: place.name, detail, place }
  })
}

const pause = 150

/** Returns the text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

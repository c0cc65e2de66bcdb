import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { luggagePieces } from '@samtur/contract/basics'
import { countFilters, type FilterControl, type SearchAddress, searchSorts } from '@samtur/contract/filters'
import type { Translate } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon, type IconName } from '#ui/icon'
import { choicePill, iconPill, PillSelect } from '#ui/pill-select'
import {
  type ChoicesProps,
  dayParts,
  hoursOf,
  priceChoices,
  readHoursChoice,
  searchAddress,
  seatChoices,
  withoutFilters,
  withOwn,
} from './filter-form.ts'
import { SameGenderFilter } from './same-gender-filter.tsx'

/** Filters and sorts the list at once: each choice is an address, so that people can go back to it and share it. */
export function SearchFilters({ search }: { search: SearchAddress }) {
  const t = useT()
  const navigate = useNavigate()
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const on = countFilters(search)
  // Two choices made before the scripts ran are applied one after the other, before the address is read again.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const change = (changes: Partial<SearchAddress>) => {
    latest.current = { ...latest.current, ...changes }
    void navigate(searchAddress({ sort: 'departure', ...latest.current }))
  }
  return (
    // A form, because only there browsers leave out the choices of an earlier visit: the address decides.
    <form autoComplete="off" className="contents">
      <div
        role="group"
        aria-label={t('search.filters')}
        className={`flex flex-wrap items-center gap-2 md:mb-4 md:basis-full ${open ? well : 'max-sm:gap-1'}`}
      >
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
          className={`${open ? wellTop : `${choicePill(on > 0)} ${iconPill}`} md:hidden`}
        >
          <Icon name="filter" size={18} />
          <span className={open ? '' : 'max-sm:sr-only'}>{t('search.filters')}</span>
          {on > 0 && <FilterCount count={on} />}
          {open && <Icon name="chevron-down" size={18} className="ms-auto rotate-180 text-soft" />}
        </button>
        <div id={panelId} className={open ? 'contents' : 'contents max-md:hidden'}>
          {Object.entries(controls).map(([name, Control]) => (
            <Control key={name} search={search} change={change} />
          ))}
          {on > 0 && (
            <Link to={searchAddress(withoutFilters(search))} className={reset}>
              {t('search.reset')}
            </Link>
          )}
        </div>
        <SortChoice search={search} change={change} />
      </div>
    </form>
  )
}

// Opened on a phone the choices stand below each other; in a wide window they always stand in the row.
const well =
  'max-md:mb-2 max-md:basis-full max-md:flex-col max-md:items-stretch max-md:rounded-card max-md:bg-sunk max-md:p-3'
const wellTop = 'flex min-h-11 items-center gap-2 rounded-field px-2 font-semibold'
const reset =
  'inline-flex min-h-11 items-center justify-center rounded-field px-3 font-semibold text-link underline underline-offset-3 hover:decoration-2'

function FilterCount({ count }: { count: number }) {
  const t = useT()
  return (
    <>
      <span
        aria-hidden="true"
        className="min-w-6 rounded-full bg-brand px-1.5 text-center text-sm/6 text-on-brand tabular"
      >
        {count}
      </span>
      <span className="sr-only">{t('search.filters_on', { count })}</span>
    </>
  )
}

const any = (t: Translate) => ({ value: '', label: t('search.any') })

function SeatsFilter({ search, change }: ChoicesProps) {
  const t = useT()
  const seats = withOwn(seatChoices, search.seats).map((value) => ({
    value,
    label: t('search.seats_at_least', { count: Number(value) }),
  }))
  return (
    <PillSelect
      label={t('search.seats')}
      value={search.seats ?? ''}
      options={[any(t), ...seats]}
      onChange={(value) => change({ seats: value })}
    />
  )
}

function PriceFilter({ search, change }: ChoicesProps) {
  const t = useT()
  const format = useFormat()
  const prices = withOwn(priceChoices, search.max_price).map((value) => ({
    value,
    label: value === '0' ? t('search.free') : t('search.up_to', { price: format.price(Number(value)).text }),
  }))
  return (
    <PillSelect
      label={t('search.max_price')}
      value={search.max_price ?? ''}
      options={[any(t), ...prices]}
      onChange={(value) => change({ max_price: value })}
    />
  )
}

function HoursFilter({ search, change }: ChoicesProps) {
  const t = useT()
  return (
    <PillSelect
      label={t('search.time')}
      value={hoursOf(search)}
      options={[any(t), ...useHourOptions(hoursOf(search))]}
      onChange={(value) => change(readHoursChoice(value))}
    />
  )
}

function LuggageFilter({ search, change }: ChoicesProps) {
  const t = useT()
  return (
    <PillSelect
      label={t('search.luggage')}
      value={search.luggage ?? ''}
      // i18n-dynamic: rides.luggage.*
      options={[any(t), ...luggagePieces.map((value) => ({ value, label: t(`rides.luggage.${value}`) }))]}
      onChange={(value) => change({ luggage: luggagePieces.find((piece) => piece === value) })}
    />
  )
}

/** Returns the control of a filter that is on or left out. */
const toggle = (name: 'pets' | 'instant', icon: IconName, label: 'rides.pets_ok' | 'rides.instant') =>
  function ToggleFilter({ search, change }: ChoicesProps) {
    const t = useT()
    return (
      <Toggle on={search[name] === 'true'} onPress={(on) => change({ [name]: on ? 'true' : undefined })}>
        <Icon name={icon} size={18} />
        {t(label)}
      </Toggle>
    )
  }

/** Detours lead to the places of a search, so that one without places has none. */
function DetoursFilter({ search, change }: ChoicesProps) {
  const t = useT()
  const on = !search.detours
  return (
    (search.from || search.to) && (
      <Toggle on={on} onPress={() => change({ detours: on ? 'no' : undefined })}>
        {on && <Icon name="check" size={18} />}
        {t('search.detours')}
      </Toggle>
    )
  )
}

type Control = (props: ChoicesProps) => ReactNode

/** In the order in which they stand on the page. */
const controls: Record<FilterControl, Control> = {
  detours: DetoursFilter,
  seats: SeatsFilter,
  max_price: PriceFilter,
  from_hour: HoursFilter,
  luggage: LuggageFilter,
  pets: toggle('pets', 'paw', 'rides.pets_ok'),
  instant: toggle('instant', 'bolt', 'rides.instant'),
  same_gender: SameGenderFilter,
}

/** Returns the parts of the day, and the hours of the address where they are none of these. */
function useHourOptions(own: string) {
  const t = useT()
  // Isolated, so that the earlier hour stands on the left in every language.
  const hours = (value: string) => {
    const range = value.split('-').map((hour) => hour.padStart(2, '0'))
    return `\u2066${range.join('–')}\u2069`
  }
  const parts = dayParts.map(({ name, ...part }) => {
    const value = hoursOf(part)
    // i18n-dynamic: search.at.*
    return { value, label: t(`search.at.${name}`, { hours: hours(value) }) }
  })
  const known = !own || parts.some(({ value }) => value === own)
  return known ? parts : [...parts, { value: own, label: hours(own) }]
}

function Toggle({ on, onPress, children }: { on: boolean; onPress: (on: boolean) => void; children: ReactNode }) {
  return (
    <button type="button" aria-pressed={on} onClick={() => onPress(!on)} className={choicePill(on)}>
      {children}
    </button>
  )
}

function SortChoice({ search, change }: ChoicesProps) {
  const t = useT()
  const { sort = 'departure' } = search
  return (
    <PillSelect
      label={t('search.sort')}
      icon="swap"
      value={sort}
      always
      // i18n-dynamic: search.by.*
      options={searchSorts.map((value) => ({ value, label: t(`search.by.${value}`) }))}
      onChange={(value) => change({ sort: searchSorts.find((known) => known === value) })}
      className="md:ms-auto"
    />
  )
}

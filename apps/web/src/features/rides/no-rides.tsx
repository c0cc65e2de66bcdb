import { lazy, Suspense, use, type ReactNode } from 'react'
import { countFilters, isEmptySearch, runs, type SearchAddress } from '@samtur/contract/filters'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Skeleton } from '#ui/skeleton'
import { InBrowser, useOnServer } from '../../ui/on-server.ts'
import { searchAddress, withoutFilters } from './filter-form.ts'
import { allRidesPath } from './model.ts'
import { WantedContext } from './wanted-slot.ts'

const OtherRides = lazy(async () => ({ default: (await import('./other-rides.tsx')).OtherRides }))

/** Stands in place of a list: with other rides for a search that found nothing, or with an invitation where nothing is searched for. */
export function NoRides({ search }: { search: SearchAddress }): ReactNode {
  return runs(search) ? <NothingFits search={search} /> : <Invitation />
}

function Invitation() {
  const t = useT()
  return (
    <EmptyState
      drawing={<Landscape scene="rides" />}
      title={t('rides.where_to')}
      text={t('no_rides.prompt_text')}
      action={<ButtonLink to={allRidesPath}>{t('no_rides.see_all')}</ButtonLink>}
    />
  )
}

function NothingFits({ search }: { search: SearchAddress }) {
  const t = useT()
  const filtered = countFilters(search) > 0
  const text = filtered || !isEmptySearch(search) ? t('no_rides.text') : t('no_rides.at_all')
  // Both ends, or one of them: the card asks for what is missing.
  const hasPlaces = Boolean(search.from || search.to)
  return (
    <>
      <div role="status">
        <EmptyState
          drawing={!hasPlaces && <Landscape scene="rides" />}
          title={t('rides.none_title')}
          text={!hasPlaces && text}
          action={(!hasPlaces || filtered) && <WaysOn search={search} filtered={filtered} />}
          className={hasPlaces ? 'py-4! sm:py-6!' : ''}
        />
      </div>
      {hasPlaces && <Wanted search={search} />}
      {hasPlaces && <p className="-mt-5 mb-8 text-center text-sm text-soft">{text}</p>}
      {!isEmptySearch(search) && (
        <InBrowser>
          <Suspense>
            <OtherRides search={search} />
          </Suspense>
        </InBrowser>
      )}
      {hasPlaces && <OtherWays search={search} />}
      {hasPlaces && !filtered && (
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <WaysOn search={search} filtered={false} />
        </div>
      )}
    </>
  )
}

/** The offer to keep the search, once the page's own scripts run. */
function Wanted({ search }: { search: SearchAddress }) {
  const renderCard = use(WantedContext)
  const onServer = useOnServer()
  const place = <Skeleton className="h-72 w-full rounded-card" />
  return <div className="mb-8">{onServer ? place : <Suspense fallback={place}>{renderCard({ search })}</Suspense>}</div>
}

/** The ways on beside rides, once the page's own scripts run. */
function OtherWays({ search }: { search: SearchAddress }) {
  const renderWays = use(WantedContext)
  return (
    <InBrowser>
      <Suspense>{renderWays({ search, place: 'end' })}</Suspense>
    </InBrowser>
  )
}

/** A search for places is followed by the question whether the reader drives, so that only another one has the button to publish. */
function WaysOn({ search, filtered }: { search: SearchAddress; filtered: boolean }): ReactNode {
  const t = useT()
  return (
    <>
      {filtered && <ButtonLink to={searchAddress(withoutFilters(search))}>{t('no_rides.drop_filters')}</ButtonLink>}
      {!isEmptySearch(search) && (
        <ButtonLink to={allRidesPath} variant="quiet">
          {t('rides.all_rides')}
        </ButtonLink>
      )}
      {!search.from && !search.to && (
        <ButtonLink to={paths.publishRide} variant={filtered ? 'quiet' : 'primary'} icon="plus">
          {t('rides.publish')}
        </ButtonLink>
      )}
    </>
  )
}

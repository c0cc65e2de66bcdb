import type { ReactNode } from 'react'
import { countFilters, isEmptySearch, runs, type SearchAddress } from '@samtur/contract/filters'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { searchAddress, withoutFilters } from './filter-form.ts'
import { allRidesPath } from './model.ts'
import { OtherRides } from './other-rides.tsx'

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
      text={t('search.prompt_text')}
      action={<ButtonLink to={allRidesPath}>{t('search.see_all')}</ButtonLink>}
    />
  )
}

function NothingFits({ search }: { search: SearchAddress }) {
  const t = useT()
  const filtered = countFilters(search) > 0
  const narrow = filtered || !isEmptySearch(search)
  return (
    <>
      <div role="status">
        <EmptyState
          drawing={<Landscape scene="rides" />}
          title={t('rides.none_title')}
          text={narrow ? t('rides.none_text') : t('rides.none_at_all')}
          action={<WaysOn search={search} filtered={filtered} />}
        />
      </div>
      {!isEmptySearch(search) && <OtherRides search={search} />}
    </>
  )
}

function WaysOn({ search, filtered }: { search: SearchAddress; filtered: boolean }): ReactNode {
  const t = useT()
  return (
    <>
      {filtered && <ButtonLink to={searchAddress(withoutFilters(search))}>{t('search.drop_filters')}</ButtonLink>}
      {!isEmptySearch(search) && (
        <ButtonLink to={allRidesPath} variant="quiet">
          {t('rides.all_rides')}
        </ButtonLink>
      )}
      <ButtonLink to={paths.publishRide} variant={filtered ? 'quiet' : 'primary'} icon="plus">
        {t('rides.publish')}
      </ButtonLink>
    </>
  )
}

import type { ReactNode } from 'react'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { countFilters, searchAddress, withoutFilters } from './filter-form.ts'
import { allRidesPath, isEmptySearch, runs, type Search } from './model.ts'
import { OtherRides } from './other-rides.tsx'

/** Where there is no list: because nothing fits, and what might do instead; or because nothing was asked for. */
export function NoRides({ search }: { search: Search }): ReactNode {
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

function NothingFits({ search }: { search: Search }) {
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

function WaysOn({ search, filtered }: { search: Search; filtered: boolean }): ReactNode {
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

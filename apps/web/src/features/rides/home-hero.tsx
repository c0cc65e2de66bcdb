import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { HeroLandscape } from '#ui/hero-landscape'
import { SearchForm } from './search-form.tsx'

/** What this is, in one sentence, over the land; the search form lies half on it and half below. */
export function HomeHero() {
  const t = useT()
  return (
    <>
      <div className="on-hero relative overflow-hidden bg-hero text-on-hero">
        <HeroLandscape />
        <div className="relative mx-auto w-full max-w-page px-4 pt-12 pb-28 sm:px-8 md:pt-16 md:pb-28">
          <h1 className="max-w-[12ch] text-[clamp(1.75rem,9vw,2.25rem)]/[1.15] hyphens-auto sm:text-4xl md:text-5xl">
            {t('home.heading')}
          </h1>
          <p className="mt-4 max-w-[34rem] text-lg text-pretty text-on-hero-soft">{t('home.lead')}</p>
          <ButtonLink to={paths.publishRide} variant="quiet" icon="plus" className="mt-6">
            {t('home.publish')}
          </ButtonLink>
        </div>
      </div>
      <div className="relative mx-auto -mt-20 w-full max-w-page px-4 sm:px-8 md:-mt-14">
        <SearchForm variant="hero" />
      </div>
    </>
  )
}

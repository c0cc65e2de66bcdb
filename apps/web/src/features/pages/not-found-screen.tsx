import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { Landscape } from '#ui/landscape'
import { Page } from '#ui/page'

const status = '404'

export function NotFoundScreen() {
  const t = useT()
  return (
    <Page width="text" className="flex flex-col items-center text-center">
      <div className="w-full max-w-96">
        <Landscape scene="not-found" />
      </div>
      <h1 tabIndex={-1} className="mt-4 flex flex-col items-center gap-1.5">
        <span className="text-4xl text-brand">{status} </span>
        <span className="text-xl sm:text-2xl">{t('pages.not_found')}</span>
      </h1>
      <p className="mt-2 mb-6 text-soft">{t('pages.not_found_text')}</p>
      <ButtonLink to={paths.home}>{t('pages.to_home')}</ButtonLink>
    </Page>
  )
}

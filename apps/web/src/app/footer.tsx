import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '@samtur/contract/basics'
import { paths } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { roadAuthorities } from '#lib/road-authorities'
import { Logo } from '#ui/logo'
import { moreLinks } from './nav-links.tsx'

const copyrightYear = 2024

/** The licence asks for a link to its terms. */
const openStreetMap = 'https://www.openstreetmap.org/copyright'

const statements = (t: Translate) => [
  { to: paths.privacy, label: t('nav.privacy') },
  { to: paths.accessibility, label: t('nav.accessibility') },
]

const link =
  'inline-block rounded-sm py-1.5 text-soft no-underline wrap-anywhere hyphens-auto hover:text-text hover:underline'

export function Footer() {
  const t = useT()
  return (
    <footer className="mt-16 border-t border-line bg-surface pb-(--bottom-bar)">
      <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] gap-x-4 gap-y-8 px-4 py-10 sm:grid-cols-3 sm:gap-x-6 sm:px-8 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full max-w-[22rem] md:col-span-1">
          <Logo name={PRODUCT_NAME} />
          <p className="mt-3 text-soft">{t('nav.tagline')}</p>
        </div>
        <LinkGroup title={t('nav.quick_links')}>
          <li>
            <Link to={paths.search} className={link}>
              {t('nav.find_rides')}
            </Link>
          </li>
          <li>
            <Link to={paths.reservations} className={link}>
              {t('nav.own_reservations')}
            </Link>
          </li>
        </LinkGroup>
        <LinkGroup title={t('nav.information')} className="row-span-2 sm:row-span-1">
          {[...moreLinks(t), ...statements(t)].map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={link}>
                {label}
              </Link>
            </li>
          ))}
        </LinkGroup>
        <LinkGroup title={t('nav.official_resources')}>
          {roadAuthorities.map(({ name, href, lang }) => (
            <li key={href}>
              <a href={href} hrefLang={lang} rel="noreferrer" className={link}>
                <span lang={lang}>{t(name)}</span>
              </a>
            </li>
          ))}
        </LinkGroup>
      </div>
      <p className="mx-auto w-full max-w-page px-4 pb-8 text-sm text-soft sm:px-8">
        {t('nav.copyright', { year: String(copyrightYear), name: PRODUCT_NAME })}
        {boot.config.openstreetmap && (
          <>
            {' · '}
            <a href={openStreetMap} rel="noreferrer" className={link}>
              {t('nav.openstreetmap')}
            </a>
          </>
        )}
      </p>
    </footer>
  )
}

function LinkGroup(props: { title: string; className?: string; children: ReactNode }) {
  const { title, className, children } = props
  return (
    <div className={className}>
      <h2 className="font-sans text-base font-semibold">{title}</h2>
      <ul className="mt-1.5 flex flex-col">{children}</ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { PRODUCT_NAME } from '@samtur/contract/basics'
import { paths } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { roadAuthorities } from '#lib/road-authorities'
import { useSession } from '#lib/session'
import { Logo } from '#ui/logo'
import { moreLinks } from './nav-links.tsx'

const copyrightYear = 2024

/** The licence asks for a link to its terms. */
const openStreetMap = 'https://www.openstreetmap.org/copyright'

const quickLinks = (t: Translate) => [
  { to: paths.search, label: t('nav.find_rides') },
  { to: paths.reservations, label: t('nav.own_reservations') },
]

const statements = (t: Translate) => [
  { to: paths.privacy, label: t('nav.privacy') },
  { to: paths.accessibility, label: t('nav.accessibility') },
]

const informationPages: readonly string[] = [
  paths.lawsRules,
  paths.terms,
  paths.greenMission,
  paths.privacy,
  paths.accessibility,
]

/** Members know the product, and on a phone the whole foot would be most of a screen below each page. */
export function Footer() {
  const { me } = useSession()
  const { pathname } = useLocation()
  const informs = informationPages.includes(pathname) || pathname.startsWith(paths.helpSupport)
  return (
    <footer className="mt-16 border-t border-line bg-surface pb-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))]">
      {me && !informs ? <ShortFoot /> : <WholeFoot />}
    </footer>
  )
}

const link =
  'inline-block rounded-sm py-1.5 text-soft no-underline wrap-anywhere hyphens-auto hover:text-text hover:underline'

function WholeFoot() {
  const t = useT()
  return (
    <>
      <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] gap-x-4 gap-y-5 px-4 py-7 sm:gap-y-8 sm:py-10 sm:grid-cols-3 sm:gap-x-6 sm:px-8 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full max-w-[22rem] md:col-span-1">
          <Logo name={PRODUCT_NAME} />
          <p className="mt-3 text-soft max-sm:sr-only">{t('nav.tagline')}</p>
        </div>
        <LinkGroup title={t('nav.quick_links')}>
          <Links links={quickLinks(t)} look={link} />
        </LinkGroup>
        <LinkGroup title={t('nav.information')} className="row-span-2 sm:row-span-1">
          <Links links={[...moreLinks(t), ...statements(t)]} look={link} />
        </LinkGroup>
        <LinkGroup title={t('nav.official_resources')}>
          <Authorities look={link} />
        </LinkGroup>
      </div>
      <p className="mx-auto w-full max-w-page px-4 pb-8 text-sm text-soft sm:px-8">
        <Copyright /> <Source look={link} />
      </p>
    </>
  )
}

const shortLink =
  'inline-flex min-h-11 items-center rounded-sm text-soft no-underline wrap-anywhere hover:text-text hover:underline'

function ShortFoot() {
  const t = useT()
  const information = [
    { to: paths.helpSupport, label: t('nav.help_short') },
    { to: paths.terms, label: t('nav.terms') },
    ...statements(t),
  ]
  return (
    <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 px-4 py-1 text-sm text-soft sm:px-8">
      <ul aria-label={t('nav.quick_links')} className="contents">
        <Links links={[...quickLinks(t), ...information]} look={shortLink} />
      </ul>
      <ul aria-label={t('nav.official_resources')} className="contents">
        <Authorities look={shortLink} />
      </ul>
      <p>
        <Copyright /> <Source look={shortLink} />
      </p>
    </div>
  )
}

const Links = ({ links, look }: { links: readonly { to: string; label: string }[]; look: string }) =>
  links.map(({ to, label }) => (
    <li key={to}>
      <Link to={to} className={look}>
        {label}
      </Link>
    </li>
  ))

function Authorities({ look }: { look: string }) {
  const t = useT()
  return roadAuthorities.map(({ name, href, lang }) => (
    <li key={href}>
      <a href={href} hrefLang={lang} rel="noreferrer" className={look}>
        <span lang={lang}>{t(name)}</span>
      </a>
    </li>
  ))
}

function Copyright() {
  const t = useT()
  return t('nav.copyright', { year: String(copyrightYear), name: PRODUCT_NAME })
}

function Source({ look }: { look: string }) {
  const t = useT()
  if (!boot.config.openstreetmap) return null
  return (
    <>
      {'· '}
      <a href={openStreetMap} rel="noreferrer" className={look}>
        {t('nav.openstreetmap')}
      </a>
    </>
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

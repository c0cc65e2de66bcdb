import { useLocation } from 'react-router'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { boot } from '#lib/boot'
import { T, useLanguage, useT } from '#lib/i18n'
import { roadAuthorities } from '#lib/road-authorities'
import { Alert } from '#ui/alert'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { OutsideLink, TextLink } from '#ui/link'
import { Page, PageHeader } from '#ui/page'
import { ownFirst, topicsOf, type Topic } from './laws-topics.ts'
import { sources, type SourceName } from './model.ts'

/** The rules in the three countries, each with its source. */
export function LawsScreen() {
  const t = useT()
  const { language } = useLanguage()
  return (
    <Page>
      <PageHeader title={t('laws.title')} lead={t('laws.lead')} />
      <div className="grid gap-x-10 gap-y-10 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Alert title={t('laws.disclaimer_title')}>{t('laws.disclaimer')}</Alert>
          <section aria-label={t('laws.topics')} className="flex flex-col gap-3">
            {topicsOf(t, language).map((topic, index) => (
              <TopicCard key={topic.id} topic={topic} first={index === 0} />
            ))}
          </section>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <LegalContact />
          <Authorities />
        </div>
      </div>
    </Page>
  )
}

/** Uses the browser's own disclosure: the page search finds folded text, and links to a topic open it. */
function TopicCard({ topic: { id, icon, title, countries }, first }: { topic: Topic; first: boolean }) {
  const { hash } = useLocation()
  return (
    <details id={id} open={first || hash === `#${id}`} className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-15 list-none items-center gap-3.5 rounded-card px-4.5 py-3 hover:bg-sunk/60 sm:px-5.5">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-brand-tint text-on-tint">
          <Icon name={icon} />
        </span>
        <h2 className="min-w-0 flex-1 text-xl">{title}</h2>
        <Icon name="chevron-down" className="text-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-6 px-4.5 pt-2 pb-6 sm:ps-18 sm:pe-8">
        {countries.map(({ name, rules }) => (
          <div key={name}>
            <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
            {rules.map(({ text, source }) => (
              <div key={text} className="mt-1.5 max-w-text not-last:mb-4">
                <p>{text}</p>
                {source && <SourceLine source={source} />}
              </div>
            ))}
          </div>
        ))}
      </div>
    </details>
  )
}

function SourceLine({ source }: { source: SourceName | 'terms' }) {
  const look = 'mt-1.5 border-s-2 border-line ps-3 text-sm text-soft'
  const t = useT()
  if (source === 'terms') {
    return (
      <p className={look}>
        <T
          id="laws.source"
          values={{ source: `<0>${t('laws.own_terms')}</0>` }}
          components={[<TextLink key="terms" to={paths.terms} />]}
        />
      </p>
    )
  }
  const { name, lang, ...rest } = sources[source]
  const marked = [<bdi key="source" lang={lang} />]
  const values = { source: `<0>${name}</0>` }
  return (
    <p className={look}>
      <T id={'undated' in rest ? 'laws.source_undated' : 'laws.source'} values={values} components={marked} />
    </p>
  )
}

function LegalContact() {
  const t = useT()
  const { support_email: email } = boot.config
  const mail = <TextLink key="mail" to={`mailto:${email}`} dir="ltr" className="wrap-anywhere" />
  return (
    <Card as="section" tone="tint" aria-labelledby="legal-support">
      <h2 id="legal-support" className="text-xl">
        {t('laws.contact_title')}
      </h2>
      <p className="mt-2">
        <T id="laws.contact_text" values={{ email, name: PRODUCT_NAME }} components={[mail]} />
      </p>
      <ButtonLink to={`${paths.helpSupport}?tab=contact`} icon="mail" className="mt-4">
        {t('laws.contact_form')}
      </ButtonLink>
    </Card>
  )
}

const countries = { no: 'laws.norway', da: 'laws.denmark', sv: 'laws.sweden' } as const

function Authorities() {
  const t = useT()
  const { language } = useLanguage()
  return (
    <Card as="section" aria-labelledby="road-authorities">
      <h2 id="road-authorities" className="text-xl">
        {t('laws.authorities_title')}
      </h2>
      <p className="mt-2 text-soft">{t('laws.authorities_text')}</p>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {ownFirst(t, language, roadAuthorities, ({ lang }) => t(countries[lang])).map(({ name, href, lang }) => (
          <li key={href} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2">
            <span className="text-soft">{t(countries[lang])}</span>
            <OutsideLink href={href}>
              <span lang={lang}>{t(name)}</span>
            </OutsideLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { co2PerRide, PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { Section } from '#ui/page'
import { Counter } from './counter.tsx'
import { GreenDrawing } from './green-drawing.tsx'
import { campaign, hasFigures } from './model.ts'
import { figuresQuery } from './queries.ts'

/** The button to publish a ride, or to sign up for a visitor. */
function Begin({ variant }: { variant?: 'sun' }) {
  const t = useT()
  const { me } = useSession()
  return (
    <>
      <ButtonLink to={me ? paths.publishRide : paths.auth} {...(variant && { variant })}>
        {t('green.start')}
      </ButtonLink>
      <ButtonLink to={paths.search} variant="quiet" icon="search">
        {t('green.find')}
      </ButtonLink>
    </>
  )
}

export function GreenScreen() {
  const t = useT()
  return (
    <>
      <div className="on-hero relative overflow-hidden bg-hero text-on-hero">
        <GreenDrawing />
        <div className="relative mx-auto w-full max-w-page px-4 pt-12 pb-28 sm:px-8 md:pt-16 md:pb-32">
          <h1 tabIndex={-1} className="max-w-[14ch] text-3xl sm:text-4xl">
            {t('green.title')}
          </h1>
          <p className="mt-4 max-w-[26rem] text-lg text-pretty text-on-hero-soft">{t('green.lead')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Begin variant="sun" />
          </div>
        </div>
      </div>
      <div className="relative mx-auto -mt-20 w-full max-w-page px-4 sm:px-8">
        <Campaign />
        <OwnFigures />
        <Benefits />
        <Facts />
        <Card
          as="section"
          tone="tint"
          padding="lg"
          aria-labelledby="begin"
          className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-hero! sm:mt-16"
        >
          <div className="min-w-0">
            <h2 id="begin">{t('green.cta_title')}</h2>
            <p className="mt-1.5 text-soft">{t('green.cta_text')}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Begin />
          </div>
        </Card>
      </div>
    </>
  )
}

/** Figures beside each other take the size at which the longest still fits its column. */
const figure =
  'font-heading text-[length:min(2.25rem,15cqi)] whitespace-nowrap text-brand sm:text-[length:clamp(1.5rem,5.2cqi,3rem)]'

/** The fixed figures, marked as fixed. */
function Campaign() {
  const t = useT()
  const format = useFormat()
  const faces = {
    rides: { label: t('green.rides'), format: format.number },
    co2: { label: t('green.co2'), format: (value: number) => `${format.number(value)}\u00a0kg` },
    saved: { label: t('green.saved'), format: (value: number) => `${format.number(value)}\u00a0NOK` },
  }
  return (
    <Card as="section" padding="lg" aria-labelledby="campaign" className="@container rounded-hero! shadow-float">
      <h2 id="campaign" className="sr-only">
        {t('green.figures_title')}
      </h2>
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
        {campaign.map(({ key, target, duration }) => (
          <div key={key} className="flex min-w-0 flex-col-reverse justify-end">
            <dt className="text-soft">{faces[key].label}</dt>
            <dd className={figure}>
              <Counter target={target} duration={duration} format={faces[key].format} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm text-soft">{t('green.figures_note')}</p>
    </Card>
  )
}

/** The figures of this installation, once there are any. */
function OwnFigures() {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery(figuresQuery)
  if (!hasFigures(data)) return null
  const figures = [
    { label: t('green.real_trips'), value: format.number(data.shared_trips) },
    ...(data.shared_km > 0 ? [{ label: t('green.real_km'), value: `${format.number(data.shared_km)}\u00a0km` }] : []),
  ]
  return (
    <Section id="counted" title={t('green.real_title', { name: PRODUCT_NAME })}>
      <dl className="flex flex-wrap gap-x-14 gap-y-5">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-soft">{label}</dt>
            <dd className="font-heading text-2xl tabular sm:text-3xl">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-text text-sm text-soft">{t('green.real_note')}</p>
    </Section>
  )
}

function Benefits() {
  const t = useT()
  const benefits = [
    { icon: 'leaf', title: t('green.benefit_co2'), text: t('green.benefit_co2_text') },
    { icon: 'wallet', title: t('green.benefit_money'), text: t('green.benefit_money_text') },
    { icon: 'people', title: t('green.benefit_community'), text: t('green.benefit_community_text') },
  ] as const
  return (
    <Section id="benefits" title={t('green.benefits_title')}>
      <ul className="grid gap-4 md:grid-cols-3">
        {benefits.map(({ icon, title, text }) => (
          <Card key={icon} as="li" className="flex flex-col">
            <span className="mb-3.5 flex size-11 items-center justify-center rounded-full bg-brand-tint text-on-tint">
              <Icon name={icon} size={22} />
            </span>
            <h3>{title}</h3>
            <p className="mt-1.5 text-soft">{text}</p>
          </Card>
        ))}
      </ul>
    </Section>
  )
}

function Facts() {
  const t = useT()
  const format = useFormat()
  return (
    <Section id="facts" title={t('green.facts_title')}>
      <div className="max-w-text border-s-4 border-sun ps-5 sm:ps-6">
        <p className="font-heading text-xl">{t('green.fact_ride', { kg: format.number(co2PerRide) })}</p>
        <p className="mt-2.5">{t('green.fact_depends')}</p>
        <p className="mt-2.5">{t('green.fact_full')}</p>
      </div>
    </Section>
  )
}

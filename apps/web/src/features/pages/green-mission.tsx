import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { greenMission } from '@samtur/contract/basics'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { hasFigures } from './model.ts'
import { figuresQuery } from './queries.ts'

/** Why sharing is worth it: what has been counted here, once there is something, and the campaign's figures. */
export function GreenMission() {
  const t = useT()
  const { number } = useFormat()
  const { data: counted } = useQuery(figuresQuery)
  return (
    <Card
      as="section"
      tone="tint"
      padding="lg"
      aria-labelledby="green-mission"
      className="mt-12 grid items-center gap-x-10 gap-y-7 rounded-hero! sm:mt-16 md:grid-cols-[2fr_3fr]"
    >
      <div>
        <h2 id="green-mission">{t('home.green_title')}</h2>
        <p className="mt-1.5 text-soft">{t('home.green_text')}</p>
      </div>
      <div className="flex flex-wrap gap-x-10 gap-y-5 md:row-span-2">
        {hasFigures(counted) && (
          <Figures
            large
            title={t('green.real_title', { name: PRODUCT_NAME })}
            figures={[
              { value: number(counted.shared_trips), label: t('green.real_trips') },
              ...(counted.shared_km > 0 ? [{ value: number(counted.shared_km), label: t('green.real_km') }] : []),
            ]}
          />
        )}
        <Figures
          large={!hasFigures(counted)}
          title={t('home.green_campaign')}
          figures={[
            { value: number(greenMission.rides), label: t('home.green_rides') },
            { value: `${number(greenMission.co2Kg)}\u00a0kg`, label: t('home.green_co2') },
            { value: `${number(greenMission.savedNok)}\u00a0NOK`, label: t('home.green_saved') },
          ]}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.publishRide}>{t('home.start_sharing')}</ButtonLink>
        <ButtonLink to={paths.greenMission} variant="quiet">
          {t('home.read_more')}
          {/* Read by itself, in a list of links, 'read more' leads nowhere. */}
          <span className="sr-only">: {t('home.green_title')}</span>
        </ButtonLink>
      </div>
    </Card>
  )
}

interface FiguresProps {
  title: string
  figures: readonly { value: string; label: string }[]
  large: boolean
}

function Figures({ title, figures, large }: FiguresProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className="mb-2 text-sm font-semibold text-on-tint">
        {title}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-3">
        {figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-soft">{label}</dt>
            <dd
              className={`font-heading whitespace-nowrap text-on-tint tabular ${large ? 'text-2xl lg:text-3xl' : 'text-xl'}`}
            >
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

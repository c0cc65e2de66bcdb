import { greenMission } from '@samtur/contract/basics'
import { paths } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'

/** Why sharing is worth it, with the campaign's figures. */
export function GreenMission() {
  const t = useT()
  const format = useFormat()
  const figures = [
    { value: format.number(greenMission.rides), label: t('home.green_rides') },
    { value: `${format.number(greenMission.co2Kg)}\u00a0kg`, label: t('home.green_co2') },
    { value: `${format.number(greenMission.savedNok)}\u00a0NOK`, label: t('home.green_saved') },
  ]
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
        <p className="mt-1.5 mb-5 text-soft">{t('home.green_text')}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.publishRide}>{t('home.start_sharing')}</ButtonLink>
          <ButtonLink to={paths.greenMission} variant="quiet">
            {t('home.read_more')}
            {/* Read by itself, in a list of links, 'read more' leads nowhere. */}
            <span className="sr-only">: {t('home.green_title')}</span>
          </ButtonLink>
        </div>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-6 gap-y-5">
        {figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-soft">{label}</dt>
            <dd className="font-heading text-2xl whitespace-nowrap text-on-tint tabular lg:text-3xl">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

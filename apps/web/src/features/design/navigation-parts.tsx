import { useState } from 'react'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Accordion } from '#ui/accordion'
import { BackLink } from '#ui/back-link'
import { Fact, Part } from '#ui/details'
import { DisclosureMenu } from '#ui/disclosure-menu'
import { ArrowLink } from '#ui/link'
import { Steps } from '#ui/steps'
import { Tabs } from '#ui/tabs'

const towns = ['Oslo', 'Trondheim']

export function NavigationParts() {
  const t = useT()
  const [tab, setTab] = useState('rides')
  const topics = [
    { key: 'laws', title: t('nav.laws'), content: <p>{t('nav.tagline')}</p> },
    { key: 'green', title: t('nav.green'), content: <p>{t('nav.tagline')}</p> },
  ]
  const links = [
    { label: t('nav.help'), to: paths.helpSupport },
    { label: t('nav.terms'), to: paths.terms },
  ]
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label={t('nav.my_rides')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'reservations', label: t('nav.reservations') },
          { value: 'rides', label: t('nav.my_rides') },
          { value: 'search', label: t('rides.search'), icon: 'search' },
        ]}
      >
        <p>{t('nav.tagline')}</p>
      </Tabs>
      <Accordion items={topics} />
      <Part title={t('nav.information')}>
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact label={t('rides.from')}>{towns[0]}</Fact>
          <Fact label={t('rides.to')}>{towns[1]}</Fact>
        </dl>
      </Part>
      <Steps
        label={t('rides.publish')}
        items={[t('rides.from'), t('rides.to'), t('rides.date')]}
        current={1}
        doneLabel={t('design.done')}
      />
      <div className="flex flex-wrap items-center gap-6">
        <DisclosureMenu label={t('nav.more')} items={links} />
        <BackLink to={paths.search}>{t('core.back')}</BackLink>
        <ArrowLink to={paths.search}>{t('rides.all_rides')}</ArrowLink>
      </div>
    </div>
  )
}

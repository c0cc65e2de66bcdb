import { useState } from 'react'
import { paths } from '@samtur/contract/paths'
import { Accordion } from '#ui/accordion'
import { BackLink } from '#ui/back-link'
import { Fact, Part } from '#ui/details'
import { DisclosureMenu } from '#ui/disclosure-menu'
import { ArrowLink } from '#ui/link'
import { Steps } from '#ui/steps'
import { Tabs } from '#ui/tabs'

const menuButton =
  'inline-flex min-h-11 items-center gap-1.5 rounded-field px-3 text-soft hover:bg-sunk hover:text-text'
const towns = ['Oslo', 'Trondheim']

export function NavigationParts() {
  const [tab, setTab] = useState('rides')
  const topics = [
    {
      key: 'laws',
      title: 'Laws and rules',
      content: <p>Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden.</p>,
    },
    {
      key: 'green',
      title: 'Green mission',
      content: <p>Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden.</p>,
    },
  ]
  const links = [
    { label: 'Help and support', to: paths.helpSupport },
    { label: 'Terms of service', to: paths.terms },
  ]
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label="My rides"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'reservations', label: 'Reservations' },
          { value: 'rides', label: 'My rides' },
          { value: 'search', label: 'Search', icon: 'search' },
        ]}
      >
        <p>Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden.</p>
      </Tabs>
      <Accordion items={topics} />
      <Part title="Information">
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact label="From">{towns[0]}</Fact>
          <Fact label="To">{towns[1]}</Fact>
        </dl>
      </Part>
      <Steps label="Publish a ride" items={['From', 'To', 'Date']} current={1} doneLabel="done" />
      <div className="flex flex-wrap items-center gap-6">
        <DisclosureMenu label="More" items={links} buttonClassName={menuButton} />
        <BackLink to={paths.search}>Back</BackLink>
        <ArrowLink to={paths.search}>All rides</ArrowLink>
      </div>
    </div>
  )
}

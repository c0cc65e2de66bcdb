/* i18n-exempt: design gallery */
import { useState, type ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { StatusBadge, Tag } from './badge.tsx'
import { Button, ButtonLink } from './button.tsx'
import { Card, CardActions, CardLink } from './card.tsx'
import { ArrowLink } from './link.tsx'
import { CardGrid, Section } from './page.tsx'
import { Panel } from './panel.tsx'
import { Price } from './price.tsx'
import { Rating } from './rating.tsx'
import { RouteLine, RouteRow, type RouteStop } from './route-line.tsx'
import { Tabs } from './tabs.tsx'

const whole: RouteStop[] = [
  { time: '07:00', label: 'Oslo', kind: 'start' },
  { time: '08:25', label: 'via Hamar', kind: 'via' },
  { time: '09:10', label: 'via Lillehammer', kind: 'via' },
  { time: '14:00', label: 'Trondheim', kind: 'end' },
]
const part: RouteStop[] = [
  { time: '07:00', label: 'Oslo', kind: 'via', dimmed: true },
  { time: '08:25', label: 'Hamar', kind: 'start' },
  { time: '09:10', label: 'via Lillehammer', kind: 'via' },
  { time: '14:00', label: 'Trondheim', kind: 'end' },
]

function RideCard({
  stops,
  driver,
  tags,
  price,
}: {
  stops: RouteStop[]
  driver: string
  tags: ReactNode
  price: number
}) {
  return (
    <Card as="article" interactive className="flex flex-col gap-4">
      <div className="flex items-start justify-between gap-4">
        <p className="pt-0.5">
          <CardLink to="#ride" className="font-semibold">
            <time dateTime="2026-11-27">fre. 27. nov.</time>
          </CardLink>
          <span className="text-soft"> · 7,0 t</span>
        </p>
        <Price amount={String(price)} unit="kr" />
      </div>
      <div className="flex flex-wrap gap-2">{tags}</div>
      <RouteLine items={stops} dimmedLabel="ikke din del av turen" className="flex-1" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4 border-t border-line pt-4">
        <Avatar name={driver} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{driver}</p>
          <Rating value="9,4" count={38} label="9,4 av 10, 38 vurderinger" />
        </div>
        <CardActions className="max-sm:w-full max-sm:*:flex-1">
          <Button variant="quiet" icon="chat">
            Kontakt
          </Button>
          <Button>Reserver</Button>
        </CardActions>
      </div>
    </Card>
  )
}

export function GalleryCards() {
  const [tab, setTab] = useState('mine')
  return (
    <>
      <Section title="Ledige turer" action={<ArrowLink to="#all">Se alle turer</ArrowLink>}>
        <CardGrid>
          <RideCard
            stops={whole}
            driver="Ingrid Solberg"
            price={300}
            tags={
              <>
                <Tag tone="brand">3 ledige plasser</Tag>
                <Tag icon="paw">Kjæledyr ok</Tag>
              </>
            }
          />
          <RideCard
            stops={part}
            driver="محمد الأحمد"
            price={214}
            tags={
              <>
                <Tag tone="brand">1 ledig plass</Tag>
                <Tag>din del av turen</Tag>
                <Tag tone="warning" icon="warning">
                  Dyrere enn delte utgifter
                </Tag>
              </>
            }
          />
        </CardGrid>
      </Section>
      <Section title="Status, tags, tabs">
        <Tabs
          label="Turene mine"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'reservations', label: 'Mine reservasjoner (2)' },
            { value: 'mine', label: 'Mine turer (4)' },
            { value: 'old', label: 'Tidligere turer', icon: 'clock' },
          ]}
        >
          <div className="flex flex-wrap gap-2.5">
            <StatusBadge status="pending">Venter</StatusBadge>
            <StatusBadge status="accepted">Godkjent</StatusBadge>
            <StatusBadge status="rejected">Avvist</StatusBadge>
            <StatusBadge status="cancelled">Avlyst</StatusBadge>
            <StatusBadge status="neutral">Gjennomført</StatusBadge>
            <Tag tone="sun">Ny</Tag>
            <Tag tone="info" icon="info">
              Bekreftet
            </Tag>
            <Tag tone="danger" icon="flag">
              Meldt
            </Tag>
          </div>
        </Tabs>
      </Section>
      <Section title="Route lines">
        <div className="grid gap-6 md:grid-cols-2">
          <Card>
            <RouteLine
              size="lg"
              items={whole.map((stop) => ({ ...stop, detail: stop.kind === 'via' ? undefined : 'Busstasjonen' }))}
            />
          </Card>
          <div className="flex min-w-0 flex-col gap-4">
            <p className="font-semibold">
              <RouteRow from="Oslo" to="Trondheim" toLabel="til" stops={2} />
            </p>
            <p>
              <RouteRow from="Oslo" to="بيرغن" toLabel="til" />
            </p>
            <RouteLine
              items={[
                { label: 'Kristiansand', kind: 'start' },
                { label: 'Stavanger lufthavn Sola, avgangshallen', kind: 'end' },
              ]}
            />
            <div className="flex flex-wrap items-center gap-4">
              <Avatar name="Kari Nordmann" size="sm" />
              <Avatar name="Ola" />
              <Avatar name="Åse Marie Ødegård" size="lg" />
              <Rating label="Ingen vurderinger ennå" />
              <Rating value="9,4" count={38} label="9,4 av 10" size="lg" />
            </div>
          </div>
        </div>
      </Section>
      <Section title="Panel">
        <Panel id="gallery-panel" title="Varsler" status={<Tag tone="brand">På</Tag>} lead="Det som kan slås av og på.">
          <Button variant="quiet">Slå av</Button>
        </Panel>
      </Section>
      <Section title="Grønn misjon">
        <Card tone="tint" padding="lg" className="grid gap-6 md:grid-cols-2">
          <div>
            <h3 className="text-xl">Grønn misjon</h3>
            <p className="mt-1 mb-4 text-soft">Hver delte tur er en bil mindre på veien.</p>
            <ButtonLink to="#green" variant="quiet">
              Les mer
            </ButtonLink>
          </div>
          <p className="font-heading text-3xl text-on-tint tabular">15 420 kg</p>
        </Card>
      </Section>
    </>
  )
}

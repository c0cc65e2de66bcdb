import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { CardGrid } from '#ui/page'
import { RouteLine } from '#ui/route-line'
import { RouteRow } from '#ui/route-row'
import { RideCard } from '../src/features/rides/ride-card.tsx'
import { DetourCard } from '../src/features/rides/detour-card.tsx'

const day = 86_400_000
const stops = ['Oslo', 'Hamar', 'Lillehammer', 'Trondheim']
const hours = [0, 1.4, 2.2, 7]
const driver = { id: '00000000-0000-4000-8000-000000000001', full_name: 'Ingrid Solberg', profile_picture: null }

/** A button with a label gets a separate row where the card is narrow. */
const row = '@max-md:col-span-full'

/** Returns a ride of tomorrow; `from` is the stop where the passenger's section begins. */
function sampleRide(from: number, changes: Partial<Ride>): Ride {
  const start = Math.ceil(Date.now() / day) * day + day / 4
  const at = (stop: number) => new Date(start + (hours[stop] ?? 0) * 3_600_000).toISOString()
  return {
    id: `00000000-0000-4000-8000-00000000001${from}`,
    version: 1,
    start_location: 'Oslo',
    end_location: 'Trondheim',
    stops: stops.slice(1, -1),
    departure_time: at(0),
    arrival_time: at(3),
    price: 300,
    currency: 'NOK',
    total_seats: 4,
    pets_allowed: true,
    luggage: 'large',
    instant_booking: from === 0 ? 'all' : 'off',
    same_gender: false,
    only_gender: null,
    detour_minutes: 15,
    notes: null,
    car_make: 'Volvo',
    car_model: 'V60',
    status: 'active',
    created_at: at(0),
    distance_km: 494,
    cost_share: 320,
    above_cost_share: false,
    route: stops.map((text, position) => ({
      position,
      text,
      place_id: null,
      lat: null,
      lon: null,
      passes_at: at(position),
      meeting_point_id: null,
      meeting_point: null,
    })),
    driver: { ...driver, rating: 9.4, rating_count: 38, record: null },
    available_seats: 3,
    section: {
      from_position: from,
      to_position: 3,
      start_location: stops[from] ?? '',
      end_location: 'Trondheim',
      departure_time: at(from),
      arrival_time: at(3),
      price: from ? 214 : 300,
      available_seats: from ? 1 : 3,
      whole: from === 0,
    },
    detour: null,
    ...changes,
  }
}

export function RideParts() {
  const format = useFormat()
  const whole = sampleRide(0, {})
  const part = sampleRide(1, {
    above_cost_share: true,
    pets_allowed: false,
    luggage: 'small',
    driver: { ...whole.driver, full_name: 'محمد الأحمد' },
  })
  const asked = sampleRide(1, {
    section: { ...part.section, start_location: 'Mo i Rana lufthavn, Røssvoll', whole: false },
    detour: { place_id: 1, end: 'start', minutes: 12, price: 14 },
  })
  const times = hours.map((_, stop) => format.time(whole.route[stop]?.passes_at ?? whole.departure_time))
  return (
    <div className="flex flex-col gap-5">
      <CardGrid>
        <RideCard ride={whole} actions={<Button className={row}>Reserve</Button>} />
        <RideCard
          ride={part}
          actions={
            <Button variant="quiet" className={row}>
              Contact
            </Button>
          }
        />
        <DetourCard ride={asked} actions={<Button className={row}>Ask for a detour</Button>} />
      </CardGrid>
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <RouteLine
            size="lg"
            items={stops.map((label, stop) => ({
              label,
              time: times[stop] ?? '',
              kind: stop === 0 ? 'start' : stop === 3 ? 'end' : 'via',
            }))}
          />
        </Card>
        <div className="flex min-w-0 flex-col justify-center gap-4">
          <p className="font-semibold">
            <RouteRow from="Oslo" to="Trondheim" toLabel="to" stops={2} />
          </p>
          <p>
            <RouteRow from="Oslo" to="بيرغن" toLabel="to" />
          </p>
        </div>
      </div>
    </div>
  )
}

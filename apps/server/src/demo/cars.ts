/** The demo's cars: common models, with colours and number plates of the three countries. */
import type { LuggageSize } from '@samtur/contract/constants'
import type { Country, Person } from './people.ts'
import { createRandom, type Random } from './random.ts'

export interface Car {
  make: string
  model: string
  colour: string
  plate: string
  /** Seats besides the driver's; some drivers offer fewer. */
  seats: number
  electric: boolean
  /** The largest piece for which each passenger has room. */
  luggage: LuggageSize
}

const models: Record<string, { seats?: number; electric?: boolean; luggage?: LuggageSize; colours: string }> = {
  'Audi A4': { colours: 'Svart Grå' },
  'Citroën Berlingo': { luggage: 'large', colours: 'Hvit Sølv' },
  'Fiat 500': { seats: 3, luggage: 'none', colours: 'Lysegrønn Rød' },
  'Ford Transit Custom': { seats: 6, luggage: 'large', colours: 'Hvit Blå' },
  'Hyundai Kona': { electric: true, colours: 'Hvit Blå' },
  'Kia EV6': { electric: true, colours: 'Grå Hvit' },
  'Kia Niro': { electric: true, colours: 'Blå Grå' },
  'Mazda CX-5': { colours: 'Rød Grå' },
  'Mini Cooper': { seats: 3, luggage: 'small', colours: 'Grønn Rød' },
  'Nissan Leaf': { electric: true, colours: 'Hvit Blå' },
  'Peugeot 508': { colours: 'Mørkeblå Svart' },
  'Polestar 2': { electric: true, colours: 'Hvit Svart' },
  'Renault Megane': { colours: 'Grå Rød' },
  'Renault Zoe': { seats: 3, electric: true, luggage: 'small', colours: 'Lilla Hvit' },
  'Saab 9-5': { colours: 'Sølv Svart' },
  'Subaru Outback': { colours: 'Grønn Blå' },
  'Tesla Model 3': { electric: true, colours: 'Hvit Blå Rød' },
  'Tesla Model Y': { electric: true, colours: 'Svart Hvit' },
  'Toyota Corolla': { colours: 'Sølv Rød' },
  'Toyota Hilux': { colours: 'Svart Grå' },
  'Toyota Land Cruiser': { seats: 6, luggage: 'large', colours: 'Sandfarget Svart' },
  'Toyota RAV4': { colours: 'Grå Blå' },
  'Toyota Yaris': { seats: 3, luggage: 'small', colours: 'Rød Blå' },
  'Volkswagen ID.4': { electric: true, colours: 'Blå Hvit' },
  'Volkswagen Multivan': { seats: 6, luggage: 'large', colours: 'Hvit Grå' },
  'Volkswagen Passat': { colours: 'Grå Mørkeblå' },
  'Volkswagen Transporter': { seats: 6, luggage: 'large', colours: 'Hvit Blå' },
  'Volvo V60': { luggage: 'large', colours: 'Blå Svart' },
  'Volvo V90': { luggage: 'large', colours: 'Grå Hvit' },
  'Volvo XC40': { electric: true, colours: 'Hvit Svart' },
  'Volvo XC60': { colours: 'Svart Sølv' },
  'Volvo XC70': { luggage: 'large', colours: 'Mørkegrønn Sølv' },
  'Škoda Enyaq': { electric: true, colours: 'Grønn Grå' },
  'Škoda Octavia': { colours: 'Blå Sølv' },
  'Škoda Superb': { luggage: 'large', colours: 'Svart Brun' },
}

/** Returns the driver's car, the same one every time. */
export function carOf(driver: Person): Car {
  const model = models[driver.car ?? '']
  if (!driver.car || !model) throw new Error(`${driver.name} has no car of cars.ts`)
  const random = createRandom(`car of ${driver.name}`)
  const [make = '', ...rest] = driver.car.split(' ')
  const { seats = 4, electric = false, luggage = 'cabin', colours } = model
  const plate = plateIn(driver.country, electric, random)
  return { make, model: rest.join(' '), colour: random.pick(colours.split(' ')), plate, seats, electric, luggage }
}

const letters = (random: Random, count: number, from: string) =>
  Array.from({ length: count }, () => random.pick([...from])).join('')

/** Norway: two letters and five digits, EL and the like for electric cars. Denmark: the same pattern. Sweden: ABC123 or ABC12D. */
function plateIn(country: Country, electric: boolean, random: Random): string {
  const known = 'ABCDEFGHJKLMNPRSTUX'
  if (country === 'SE') {
    return `${letters(random, 3, known)}${random.int(10, 99)}${random.chance(0.5) ? random.int(0, 9) : letters(random, 1, known)}`
  }
  const district =
    country === 'DK'
      ? letters(random, 2, known)
      : electric
        ? random.pick(['EL', 'EK', 'EV', 'EB', 'EF'])
        : random.pick(['DN', 'BT', 'HJ', 'SV', 'VH', 'KH', 'RA', 'ZX'])
  return `${district}${random.int(10_000, 99_999)}`
}

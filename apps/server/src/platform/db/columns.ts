/** Columns that differ in what is read, inserted and updated. */
import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date | string, Date | string>
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Bigint = ColumnType<string, string | number | undefined, string | number>

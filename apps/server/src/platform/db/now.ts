/** The product's clock as an expression of Kysely's builder; raw SQL writes `app_now()`. */
import { sql } from 'kysely'

export const appNow = sql<Date>`app_now()`

/** A process that opens the database at the address it is given and reports which migrations it ran. */
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/database.ts'

const db = await openDatabase({ url: process.argv[2], folder: '', clock: systemClock })
process.send?.(db.migrated)
await db.close()
process.disconnect?.()

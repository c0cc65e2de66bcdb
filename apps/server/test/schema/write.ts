/** `npm run schema`: writes the files that are generated from a migrated database. */
import fs from 'node:fs'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { connect, createPglite } from '../../src/platform/db/pglite.ts'
import { generateFiles } from './files.ts'
import { applyLater } from './later.ts'

const pglite = await createPglite('memory://')
const embedded = connect(pglite, () => pglite.close())
const db = await openDatabase({ folder: '', embedded, clock: systemClock })
await applyLater(db.kysely)
for (const [file, text] of await generateFiles(db.kysely)) fs.writeFileSync(file, text)
await db.close()

/** Broken invariants are found and logged with ids. */
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openTestDatabase, usualKind } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson } from '../../../test/sessions.ts'
import { createLog } from '../log.ts'
import { checkInvariants } from './checking.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  test('nothing is logged of sound data, and each violation as an error', async () => {
    const db = await openTestDatabase(kind)
    try {
      const log = createLog('silent')
      const error = vi.spyOn(log, 'error')
      const driver = await addPerson(db.kysely)
      await db.kysely.updateTable('profile').set({ is_driver: true }).execute()
      const id = await addRide(db, {
        driverId: driver.id,
        route: ['Oslo', 'Bergen'],
        departure: new Date(Date.now() + 86_400_000),
      })
      await checkInvariants({ db, log })
      expect(error).not.toHaveBeenCalled()
      await sql`delete from ride_leg where ride_id = ${id}`.execute(db.kysely)
      await checkInvariants({ db, log })
      expect(error).toHaveBeenCalledWith(
        { invariant: expect.any(String), detail: expect.stringContaining(id) },
        'an invariant does not hold',
      )
    } finally {
      await db.close()
    }
  })
})

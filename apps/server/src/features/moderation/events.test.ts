import { expect, test, vi } from 'vitest'
import type { Tx } from '#platform/db/database'
import { onSuspension, reactToSuspension } from './events.ts'

test('a reaction that two servers of one process share runs once, and until the second one stops', async () => {
  const reaction = vi.fn<() => Promise<void>>().mockResolvedValue()
  const suspend = () =>
    reactToSuspension({} as Tx, { user_id: 'kari', suspended: true, at: new Date(0), leaving: false })
  const stops = [onSuspension(reaction), onSuspension(reaction)]
  await suspend()
  expect(reaction).toHaveBeenCalledTimes(1)
  stops[0]?.()
  // Stopping twice takes nothing from the other.
  stops[0]?.()
  await suspend()
  expect(reaction).toHaveBeenCalledTimes(2)
  stops[1]?.()
  await suspend()
  expect(reaction).toHaveBeenCalledTimes(2)
})

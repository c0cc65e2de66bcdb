// Lets tests wait up to five seconds for a condition instead of one, and on a shared machine for longer, also where they name a limit: a busy machine is late, and waiting for
// a condition that holds costs nothing.
import { vi } from 'vitest'
import { patient } from '../apps/server/test/patience.ts'

const usual = 5_000
// Many files share a process and each runs this one: without the first function they would multiply the limit again and again.
const shared = globalThis as { plainWaitFor?: typeof vi.waitFor }
const waitFor = (shared.plainWaitFor ??= vi.waitFor)

vi.waitFor = (callback, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { ...given, timeout: patient(given?.timeout ?? usual) })
}

// Lets tests wait up to five seconds for a condition instead of one: a busy machine is late, and waiting for a condition that holds costs nothing.
import { vi } from 'vitest'

const timeout = 5_000
const { waitFor } = vi

vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout, ...options })

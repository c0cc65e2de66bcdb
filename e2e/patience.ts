/** Factor for time limits on shared machines, which may pause. */
const factor = process.env['CI'] ? 3 : 1

/** Returns how long a test waits for what takes at most so many milliseconds, also where the product promises them: with CI, the machine may be late itself. */
export const patient = (ms: number) => ms * factor

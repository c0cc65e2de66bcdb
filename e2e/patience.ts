/** Factor for time limits on shared machines, which may pause. */
const factor = process.env['CI'] ? 3 : 1

/** Returns how long a test waits for what takes at most so many milliseconds. Limits that the product promises are not multiplied. */
export const patient = (ms: number) => ms * factor

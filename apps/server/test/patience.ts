/** On a shared machine (CI) tests wait longer. None is tried twice: a test that fails now and then is a defect. */
export const patience = process.env['CI'] ? 6 : 1

/** Returns the limit of a test or of a condition that takes at most so many milliseconds on a machine without other work. */
export const patient = (ms: number): number => ms * patience

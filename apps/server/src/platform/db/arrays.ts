/** Arrays as parameters of a statement. */

/** Returns an array as the database reads it, for entries that need no quotes: the driver would examine each for characters to escape. */
export const listOf = (entries: (number | string | boolean | null)[]): string =>
  `{${entries.map((entry) => entry ?? 'null').join()}}`

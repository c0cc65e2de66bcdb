/** Runs every row in one test, and fails with the name and the problem of each row that failed. */
export async function eachRow<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  check: (row: Row) => Promise<void>,
): Promise<void> {
  const problems: string[] = []
  for (const row of rows)
    await check(row).catch((error: Error) => void problems.push(`${nameOf(row)}: ${error.message}`))
  if (problems.length > 0) throw new Error(`${problems.length} of ${rows.length} rows failed\n${problems.join('\n')}`)
}

/** Returns the texts of a list, which stand between bars. */
export const between = (bars: string): string[] => bars.split(/ \|\s+/)

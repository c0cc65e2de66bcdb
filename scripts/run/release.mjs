// `npm run release`: builds the product, records the release, and puts the product with its runtime into one archive in release/.
import { build } from './build.mjs'
import { execute } from './process.mjs'

/** In their order: what is checked is what is recorded and packed. */
export const programs = ['scripts/check-migrations.ts', 'scripts/release/record.ts', 'scripts/release.ts']

export async function run() {
  let code = await build()
  for (const program of programs) code ||= await execute('node', [program])
  return code
}

// `npm run release`: builds the product and puts it with its runtime into one archive in release/.
import { build } from './build.mjs'
import { execute } from './process.mjs'

export async function run() {
  return (await build()) || execute('node', ['scripts/release.ts'])
}

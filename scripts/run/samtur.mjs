// `npm run samtur -- <command>`: the command line of the server, from its sources.
import { compileTexts } from './build.mjs'
import { execute } from './process.mjs'

export async function run(args) {
  return (await compileTexts()) || execute('node', ['apps/server/src/samtur.ts', ...args])
}

// `npm run admin -- <command> <email>`: what can be done to an account at the machine itself.
import { execute } from './process.mjs'

export function run(args) {
  return execute('node', ['apps/server/src/admin.ts', ...args])
}

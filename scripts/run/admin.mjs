// `npm run admin -- <command> <email>`: changes an account from the command line of the server's machine.
import { execute } from './process.mjs'

export function run(args) {
  return execute('node', ['apps/server/src/admin.ts', ...args])
}

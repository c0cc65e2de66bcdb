// `npm run format`: formats the whole repository.
import { execute } from './process.mjs'

export function run(args) {
  return execute('oxfmt', args)
}

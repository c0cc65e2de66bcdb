// `npm run schema`: writes schema.sql and the tables' row types from the migrations.
import { execute } from './process.mjs'

export function run() {
  return execute('node', ['apps/server/test/schema/write.ts'])
}

import fs from 'node:fs'
import path from 'node:path'

/** Folder of the built pages, so that tests read the titles and the content that people see. `npm test` builds them first. */
export const builtPages = path.resolve(import.meta.dirname, '../../web/dist')
if (!fs.existsSync(path.join(builtPages, '.server/server-entry.mjs')))
  throw new Error('run the build first: npm test, or npm start')

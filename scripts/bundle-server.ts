/**
 * Bundles the server and its libraries into few files in apps/server/dist, because a start would look up and compile more than 1,500 modules
 * (decision 044). The files stay readable, with a comment that names each source.
 */
import path from 'node:path'
import { rolldown, type Plugin } from 'rolldown'

const server = path.resolve(import.meta.dirname, '../apps/server')
const dist = path.join(server, 'dist')

/** Keeps the folder and address of a source file: beside it are the data, the SQL and the programs that it starts. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { code: /\bimport\.meta\.(dirname|url)\b/ },
    handler(code, id) {
      const relative = (file: string) => path.relative(dist, file).replaceAll(path.sep, '/')
      const folder = `(import.meta.dirname + ${JSON.stringify(`/${relative(path.dirname(id))}`)})`
      const address = `new URL(${JSON.stringify(relative(id))}, import.meta.url).href`
      return code.replaceAll(/\bimport\.meta\.(dirname|url)\b/g, (_, of) => (of === 'url' ? address : folder))
    },
  },
}

const bundle = await rolldown({
  input: path.join(server, 'src/main.ts'),
  cwd: server,
  platform: 'node',
  // These load compiled code from files beside them; the last one is an optional part of pg.
  external: [/^sharp(\/|$)/, /^@electric-sql\/pglite(\/|$)/, 'pg-native'],
  plugins: [ownPlaces],
})
await bundle.write({
  dir: dist,
  cleanDir: true,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name].mjs',
})
await bundle.close()

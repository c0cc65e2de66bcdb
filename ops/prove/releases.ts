/** The last release and this version, as `npm run release` makes them, each unpacked in a folder. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { readRecord, recordFile } from '../../scripts/check/migrations.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** Returns the commit that is the last release. Throws where the history does not have it. */
async function findLastRelease(): Promise<string> {
  const git = async (...args: string[]) => (await run('git', ['-C', root, ...args])).stdout.trim()
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true')
    throw new Error(
      'The last release is in the history, of which this clone has a part only: run git fetch --unshallow.',
    )
  // A release has another version; the commits that change only how it is recorded are none.
  const commit = await git('log', '-1', '--format=%H', '-G', '"version":', '--', recordFile)
  const folder = path.dirname(recordFile)
  const files = (await git('ls-tree', '--name-only', `${commit}:${folder}`)).split('\n')
  const names = files.filter((name) => /^\d{4}_/.test(name)).map((name) => path.basename(name, '.sql'))
  if (names.join() !== Object.keys(readRecord(root).migrations).join())
    throw new Error(
      `The commit ${commit}, which changed the version in ${recordFile} last, has other migrations than it lists.`,
    )
  return commit
}

/** Builds the last release from its commit, and unpacks it. */
export async function unpackLastRelease(target: string): Promise<void> {
  const commit = await findLastRelease()
  // On the file system of node_modules, whose files are linked.
  const folder = path.join(root, '.cache/prove', commit)
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  try {
    await shell(folder, `git -C '${root}' archive ${commit} | tar -x`)
    await installIn(folder)
    const build = "import('./scripts/run/build.mjs').then(({ build }) => build()).then((code) => process.exit(code))"
    await shell(folder, `node --input-type=module --eval "${build}"`)
    await unpackRelease(folder, target)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Packs this version, which has been built, and unpacks it. */
export const unpackThisVersion = (target: string): Promise<void> => unpackRelease(root, target)

/** Returns the packages of a checkout with their versions, without the product's own. */
function lockedIn(folder: string): string {
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  for (const [place, entry] of Object.entries(packages)) if (!place.includes('node_modules')) delete entry.version
  return JSON.stringify(packages)
}

async function installIn(folder: string) {
  if (lockedIn(folder) !== lockedIn(root)) {
    await shell(folder, 'npm ci --include=dev --include=optional --no-audit --no-fund')
    return
  }
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  for (const place of ['.', ...workspaces]) {
    const packages = path.join(root, place, 'node_modules')
    if (fs.existsSync(packages)) await run('cp', ['-al', packages, path.join(folder, place)])
  }
}

async function unpackRelease(folder: string, target: string) {
  await shell(folder, 'node scripts/release.ts')
  const [archive = ''] = fs.globSync('release/*.tar.gz', { cwd: folder })
  fs.mkdirSync(target, { recursive: true })
  await run('tar', ['-xzf', path.join(folder, archive), '--strip-components=1', '-C', target])
}

/** Runs a command of the shell in a checkout, with its own tools and without the environment of the tests, such as NODE_ENV. */
function shell(folder: string, command: string) {
  const tools = [path.join(folder, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter)
  return run('sh', ['-euc', command], { cwd: folder, env: { PATH: tools } })
}

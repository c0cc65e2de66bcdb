// Writes the software bill of materials, dist/sbom.cdx.json (CycloneDX), from the lock file whenever that has changed. Development tools
// are marked as such.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { capture, npmCommand } from './process.mjs'
import { whenStale } from './stamp.mjs'

const target = 'dist/sbom.cdx.json'

/** Never throws: the product runs without its list of packages. */
export async function buildSbom() {
  await whenStale('dist/.sbom-stamp', ['package-lock.json'], () => writeSbom(target))
}

/** Returns 0, or 1 after printing npm's output. */
export async function writeSbom(file, root = '.') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-sbom-'))
  try {
    copyLock(root, folder)
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline', '--loglevel=error']
    const { code, output } = await capture(...npmCommand(args), { cwd: folder })
    const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)
    if (code !== 0 || !isBill(text)) {
      console.warn(
        `No list of parts (SBOM) was written, npm said: ${output.trim().slice(0, 300) || `exit code ${code}`}`,
      )
      return 1
    }
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    return 0
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Copies the lock file with any version allowed, because npm refuses a tree in which it would have chosen another version. The locked
 * versions are what runs.
 */
function copyLock(root, folder) {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  for (const [place, part] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules/')) continue
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies'])
      for (const name of Object.keys(part[kind] ?? {})) part[kind][name] = '*'
  }
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock))
  const { workspaces = [] } = lock.packages['']
  for (const place of ['', ...workspaces]) {
    fs.mkdirSync(path.join(folder, place), { recursive: true })
    fs.copyFileSync(path.join(root, place, 'package.json'), path.join(folder, place, 'package.json'))
  }
}

function isBill(text) {
  try {
    return JSON.parse(text).bomFormat === 'CycloneDX'
  } catch {
    return false
  }
}

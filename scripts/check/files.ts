// Lists the repository's files, as paths with forward slashes from its root.
import fs from 'node:fs'
import path from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'gen', '.git', '.cache'])

export function listFiles(root: string, folder: string): string[] {
  const target = path.join(root, folder)
  if (!fs.existsSync(target)) return []
  return fs.readdirSync(target, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const name = folder === '.' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? listFiles(root, name) : [name]
  })
}

/** Matches tests and files that only tests use. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /^(e2e|apps\/[^/]+\/test)\//.test(file)
}

export function isCode(file: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts')
}

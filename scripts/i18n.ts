// Compiles the catalogues to TypeScript (no argument), keeps doing so (--watch), or checks them (--check).
import fs from 'node:fs'
import path from 'node:path'
import { compileCatalogues } from './i18n/compile.ts'
import type { Problem } from './i18n/catalogues.ts'

const root = path.resolve(import.meta.dirname, '..')

function report(problems: Problem[]): void {
  for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`)
  if (problems.length > 0) process.exitCode = 1
}

function watch(): void {
  let timer: NodeJS.Timeout | undefined
  // An editor saves in several steps; waits for the last and compiles once.
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => report(compileCatalogues(root)), 50)
  }
  fs.watch(path.join(root, 'packages/i18n/locales'), { recursive: true }, later)
}

if (process.argv.includes('--check')) {
  // Only this mode parses code.
  const { verifyCatalogues } = await import('./i18n/verify.ts')
  const { glossary } = await import('@samtur/i18n/glossary')
  report(verifyCatalogues(root, glossary))
} else report(compileCatalogues(root))
if (process.argv.includes('--watch')) watch()

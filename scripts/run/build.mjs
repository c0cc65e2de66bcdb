// Builds the product: compiled catalogues, pages and the server's program. Each only when stale.
import fs from 'node:fs'
import { capture, execute } from './process.mjs'
import { buildSbom } from './sbom.mjs'
import { whenStale } from './stamp.mjs'

const bundler = 'scripts/bundle-server.ts'
export const pagesStamp = 'apps/web/dist/.stamp'

export function compileTexts() {
  const sources = ['packages/i18n/locales', 'scripts/i18n.ts', 'scripts/i18n']
  return whenStale('packages/i18n/src/gen/.stamp', sources, () => execute('node', ['scripts/i18n.ts']))
}

async function buildPages() {
  console.log('Building the pages ...')
  const { code, output } = await capture('vite', ['build', '--logLevel', 'warn'], { cwd: 'apps/web' })
  if (code !== 0) console.error(output)
  return code
}

async function bundleServer() {
  const { code, output } = await capture('node', [bundler])
  if (code !== 0) console.error(output)
  return code
}

/** Builds what the server needs: its texts, its program and the pages. */
export async function buildToStart() {
  const texts = await compileTexts()
  if (texts !== 0 || !fs.existsSync('apps/web/index.html')) return texts
  const pages = whenStale(
    pagesStamp,
    ['apps/web', 'packages/contract', 'packages/i18n', 'package-lock.json'],
    buildPages,
  )
  const compilers = ['scripts/i18n.ts', 'scripts/i18n', bundler]
  const sources = [
    'apps/server/src',
    'apps/server/package.json',
    'apps/interface/src',
    'packages',
    'package-lock.json',
    ...compilers,
  ]
  const server = whenStale('apps/server/dist/.stamp', sources, bundleServer)
  const codes = await Promise.all([pages, server])
  return codes.find((code) => code !== 0) ?? 0
}

/** Builds what a running server may still be without: compressed pages and the list of packages. */
export async function buildRest() {
  const compress = () => execute('node', ['scripts/compress-pages.mjs'])
  const [code] = await Promise.all([
    whenStale('apps/web/dist/.server/.compressed', [pagesStamp], compress),
    buildSbom(),
  ])
  return code
}

export async function build() {
  return (await buildToStart()) || buildRest()
}

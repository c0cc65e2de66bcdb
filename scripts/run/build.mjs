// Builds what the server needs to start: compiled catalogues, pages and one program. Each only when stale.
import fs from 'node:fs'
import { capture, execute } from './process.mjs'
import { buildSbom } from './sbom.mjs'
import { whenStale } from './stamp.mjs'

const bundler = 'scripts/bundle-server.ts'

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

export async function build() {
  const texts = await compileTexts()
  if (texts !== 0 || !fs.existsSync('apps/web/index.html')) return texts
  const pages = whenStale('apps/web/dist/.stamp', ['apps/web', 'packages', 'package-lock.json'], buildPages)
  const server = whenStale(
    'apps/server/dist/.stamp',
    ['apps/server/src', 'packages', 'package-lock.json', bundler],
    bundleServer,
  )
  const [ofPages, ofServer] = await Promise.all([pages, server, buildSbom()])
  return ofPages || ofServer
}

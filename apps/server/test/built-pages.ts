/** Stands in for the built pages, which take seconds to build. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const files = {
  'index.html':
    '<!doctype html><html lang="en"><head><title>x</title><!--head--></head><body><noscript><p><!--noscript--></p><!--instead--></noscript>' +
    '<div id="root"><!--root--></div><script id="boot" type="application/json">null</script></body></html>',
  '.vite/manifest.json': '{}',
  '.server/server-entry.mjs': "export const draw = async () => ''",
}

/** Returns a new folder of pages whose only content is their data, with these files of theirs. Remove it afterwards. */
export function buildPages(assets: Record<string, string> = { 'app-AAAAAAAA.js': '' }): string {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-dist-'))
  const loaded = Object.entries(assets).map(([name, text]) => [`assets/${name}`, text] as const)
  for (const [name, text] of [...Object.entries(files), ...loaded]) {
    fs.mkdirSync(path.dirname(path.join(dist, name)), { recursive: true })
    fs.writeFileSync(path.join(dist, name), text)
  }
  return dist
}

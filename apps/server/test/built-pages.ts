/** Stands in for the built pages, which take seconds to build. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const files = {
  'index.html':
    '<!doctype html><html lang="en"><head><title>x</title><!--head--></head><body><noscript><p><!--noscript--></p><!--instead--></noscript>' +
    '<div id="root"><!--root--></div><script id="boot" type="application/json">null</script></body></html>',
  '.vite/manifest.json': '{}',
  '.vite/texts.json': '{"every":[],"routes":{}}',
  '.server/server-entry.mjs': "export const draw = async () => ''",
  'assets/app-AAAAAAAA.js': '',
}

/** Returns a new folder of pages whose only content is their data. Remove it afterwards. */
export function buildPages(): string {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-dist-'))
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(dist, name)), { recursive: true })
    fs.writeFileSync(path.join(dist, name), text)
  }
  return dist
}

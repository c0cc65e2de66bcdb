/** Builds the script that loads a server-rendered page's scripts after its first paint, and names it in the page for the server. */
import path from 'node:path'
import type { Plugin } from 'vite'
import { buildScript } from './offline-files.ts'

const source = path.join(import.meta.dirname, 'src/lib/after-paint.ts')

export function afterPaint(): Plugin {
  return {
    name: 'after-paint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async renderStart() {
      this.emitFile({ type: 'asset', name: 'after-paint.js', source: await buildScript(source) })
    },
    transformIndexHtml(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => /after-paint-.*\.js$/.test(name))
      if (!file) throw new Error('The build has no script that loads the others')
      return [{ tag: 'meta', attrs: { name: 'after-paint', content: `/${file}` }, injectTo: 'head' as const }]
    },
  }
}

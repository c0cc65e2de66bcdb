import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunks.ts'
import { contractRoutes } from './contract-routes.ts'
import { buildScript, offlineFiles } from './offline-files.ts'
import { packageList } from './package-list.ts'
import { serverPages } from './server-pages.ts'
import { textsOfParts } from './texts.ts'

/** The heading font is on every page: preloading it in the first response saves a round trip. */
function preloadHeadingFont(): Plugin {
  return {
    name: 'preload-heading-font',
    apply: 'build',
    transformIndexHtml(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => /familjen-grotesk-latin-wght-normal.*\.woff2$/.test(name))
      if (!file) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}

/** The server renders the first page, so style and fonts load before scripts. */
function scriptsBehindStyle(): Plugin {
  return {
    name: 'scripts-behind-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" '),
    },
  }
}

/** The server puts this script into the pages that it renders, in place of the others. */
function scriptsAfterPaint(): Plugin {
  const originalFileName = 'src/lib/begin.ts'
  return {
    name: 'scripts-after-paint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async renderStart() {
      const source = await buildScript(path.join(import.meta.dirname, originalFileName))
      this.emitFile({ type: 'asset', name: 'begin.js', originalFileName, source })
    },
  }
}

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    contractRoutes(),
    preloadHeadingFont(),
    scriptsBehindStyle(),
    scriptsAfterPaint(),
    textsOfParts(),
    offlineFiles(),
    serverPages(),
    packageList(),
  ],
  build: {
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    manifest: true,
    sourcemap: false,
    // No data URLs, so that the content security policy can stay strict.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The list of each page's files would be 2 kB of every first view. Pages are preloaded from links, and the server names the files of
      // the first one.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': api,
      '/files': api,
      '/dev': api,
      '/live': { target: api, ws: true },
    },
  },
})

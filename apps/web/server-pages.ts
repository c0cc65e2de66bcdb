import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { contractRoutes } from './contract-routes.ts'
import { packageList } from './package-list.ts'

/**
 * Builds the same pages for the server to render (src/server-entry.tsx), in `.server` beside the files for browsers. The bundle contains
 * everything, so that the server has no dependency of the pages.
 */
export function serverPages(): Plugin {
  return {
    name: 'server-pages',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        plugins: [react(), contractRoutes(), packageList()],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        publicDir: false,
        build: {
          ssr: 'src/server-entry.tsx',
          outDir: path.join(path.resolve(dir), '.server'),
          emptyOutDir: true,
          target: 'node24',
          assetsInlineLimit: 0,
          reportCompressedSize: false,
          // The ending makes them modules in any folder.
          rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: 'assets/[name]-[hash].mjs' } },
        },
      })
    },
  }
}

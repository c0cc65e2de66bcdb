import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { aliases } from './apps/web/aliases.ts'
import { contractRoutes } from './apps/web/contract-routes.ts'
import { compileCatalogues } from './scripts/i18n/compile.ts'

// The tests read the generated texts, also when vitest is started directly.
compileCatalogues(import.meta.dirname)

export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          globalSetup: [path.resolve(import.meta.dirname, 'apps/server/test/global-setup.ts')],
          include: [
            'apps/server/{src,test}/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            '{scripts,bench}/**/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        root: './apps/web',
        plugins: [contractRoutes()],
        resolve: { alias: aliases },
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [path.resolve(import.meta.dirname, 'scripts/vitest-web.ts')],
          testTimeout: 10_000,
        },
      },
    ],
  },
})

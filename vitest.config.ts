import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { patience } from './apps/server/test/patience.ts'
import { contractRoutes } from './apps/web/contract-routes.ts'
import { compileCatalogues } from './scripts/i18n/compile.ts'

// The tests read the generated texts, also when vitest is started directly.
compileCatalogues(import.meta.dirname)

const waiting = path.resolve(import.meta.dirname, 'scripts/vitest-waiting.ts')

/** The tests of the service interface, which plain `npm test` leaves out. */
const { TEST_SCOPE: scope, TEST_INTERFACE: named } = process.env
const leftOut = scope === 'main' && named === undefined ? ['apps/interface/test/**'] : []

const web = path.resolve(import.meta.dirname, 'apps/web')
const pageTests = fs.globSync('{src,design}/**/*.test.{ts,tsx}', { cwd: web })
/** A module cannot be replaced where another file has loaded it, and a page does not suit a file that names another environment. */
const standsAlone = (file: string) =>
  /\bvi\.(mock|doMock|resetModules)\(|@vitest-environment/.test(fs.readFileSync(path.join(web, file), 'utf8'))

const pages = (name: string, include: string[], isolate: boolean) => ({
  root: web,
  plugins: [contractRoutes()],
  test: {
    name,
    environment: 'jsdom',
    // A device where most of its users are; elsewhere times say whose they are.
    env: { TZ: 'Europe/Oslo' },
    include,
    setupFiles: [waiting, path.resolve(import.meta.dirname, 'scripts/vitest-web.ts')],
    isolate,
    testTimeout: 10_000 * patience,
  },
})

export default defineConfig({
  test: {
    pool: 'forks',
    // Left to itself, it leaves one core out.
    maxWorkers: os.availableParallelism(),
    expect: { poll: { timeout: 5_000 * patience } },
    tags: [{ name: 'slow', description: 'Left out of plain npm test: docs/testing.md says why.' }],
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          globalSetup: [path.resolve(import.meta.dirname, 'apps/server/test/global-setup.ts')],
          setupFiles: [
            waiting,
            ...['returned-columns', 'quick-hashes'].map((name) =>
              path.resolve(import.meta.dirname, `apps/server/test/${name}.ts`),
            ),
          ],
          include: [
            'apps/{interface,server}/{src,test}/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            '{scripts,bench,e2e}/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...leftOut],
          // A new process for each file would load the server and compile the embedded database 120 times: half of all the time.
          isolate: false,
          testTimeout: 20_000 * patience,
          hookTimeout: 30_000 * patience,
        },
      },
      // A process, a page and every module for each file would be three quarters of their time.
      pages(
        'web',
        pageTests.filter((file) => !standsAlone(file)),
        false,
      ),
      pages('web-alone', pageTests.filter(standsAlone), true),
    ],
  },
})

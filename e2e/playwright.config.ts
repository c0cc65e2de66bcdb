/** Browser tests against the real server. `npm test` builds the pages first; see scripts/run/test.mjs and docs/testing.md. */
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './browser.ts'
import { patient } from './patience.ts'

const shared = Boolean(process.env['CI'])

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // The server tests' own setup: a dump of a migrated database, and PostgreSQL where it is installed.
  globalSetup: '../apps/server/test/global-setup.ts',
  fullyParallel: true,
  ...(process.env['TEST_SCOPE'] === 'main' && { grep: /@main/ }),
  forbidOnly: shared,
  // A second try would hide a test that fails now and then (`npm test -- --repeat` finds it).
  retries: 0,
  workers: 2,
  timeout: patient(60_000),
  expect: { timeout: patient(12_000) },
  reporter: 'list',
  use: {
    actionTimeout: patient(10_000),
    screenshot: 'only-on-failure',
    // Recording doubles the time of a test: use TRACE=on for a test under investigation.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
  },
})

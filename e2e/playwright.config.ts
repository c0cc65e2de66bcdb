/** Browser tests against the real server. `npm test` builds the pages first; see scripts/run/test.mjs and docs/testing.md. */
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './browser.ts'
import { patient } from './patience.ts'

const shared = Boolean(process.env['CI'])

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // The server tests' own: a dump of a migrated database, and a PostgreSQL where one is installed.
  globalSetup: '../apps/server/test/global-setup.ts',
  fullyParallel: true,
  ...(process.env['TEST_SCOPE'] === 'main' && { grep: /@main/ }),
  forbidOnly: shared,
  // A test that fails now and then is a defect, which a second try would hide (`npm test -- --repeat` finds it).
  retries: 0,
  workers: 2,
  timeout: patient(60_000),
  expect: { timeout: patient(12_000) },
  reporter: 'list',
  use: {
    actionTimeout: patient(10_000),
    screenshot: 'only-on-failure',
    // Recording takes as long again as the story itself: TRACE=on for the one that has to be understood.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
  },
})

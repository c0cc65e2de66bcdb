/** Stories in a real browser against the real server. `npm test` builds the pages first; see scripts/run/test.mjs. */
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // The server tests' own: a dump of a migrated database, and a PostgreSQL where one is installed.
  globalSetup: '../apps/server/test/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A story that only passes the second time is listed as flaky and has to be looked at; where the machine is not ours it does not stop
  // what others wait for.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 12_000 },
  reporter: 'list',
  use: {
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    // Recording takes as long again as the story itself: TRACE=on for the one that has to be understood.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
  },
})

import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Long proofs with real engines of Debian's packages, one after the other: `npm run prove -- operations`. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['ops/prove/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})

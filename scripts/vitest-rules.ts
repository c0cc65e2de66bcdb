// The tests that `npm run mutate` runs: those of pure rules, which need no database.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['apps/server/src/features/*/{rules,policy}*.test.ts', 'packages/roads/src/problems.test.ts'] },
})

/** `samtur start` without pages, for tests that need its workers. */
import { explained } from '../src/commands/sentences.ts'
import { serve } from '../src/commands/serve.ts'

const code = await explained(serve({ dist: null }))
if (code !== undefined) process.exit(code)

// `npm test -- --repeat`: runs every browser test 3 times, and 20 times those that wait for focus, another tab, a live event, the service
// worker or the clock. `--repeat=all` and `--repeat=waiting` run one of the two. Further arguments go to Playwright: `--shard=1/4`, `-g theme`.
import { build } from './build.mjs'
import { execute } from './process.mjs'

const waiting = ['blocks', 'chat', 'chat-images', 'keyboard', 'live', 'notifications', 'offline', 'session', 'theme']

const rounds = {
  all: ['--repeat-each=3'],
  waiting: ['--repeat-each=20', ...waiting.map((name) => `e2e/journeys/${name}.spec.ts`)],
}

export async function runRepeated(args) {
  const [, chosen] = args.find((arg) => arg.startsWith('--repeat')).split('=')
  const names = chosen ? [chosen] : Object.keys(rounds)
  const unknown = names.find((name) => !(name in rounds))
  if (unknown !== undefined) {
    console.error(`--repeat=${unknown}: there are ${Object.keys(rounds).join(', ')}`)
    return 2
  }
  const further = args.filter((arg) => !arg.startsWith('--repeat'))
  const built = await build()
  if (built !== 0) return built
  let failed = 0
  for (const name of names) {
    console.log(`\n== ${name}`)
    const playwright = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=dot', ...rounds[name], ...further]
    failed ||= await execute('playwright', playwright)
  }
  return failed
}

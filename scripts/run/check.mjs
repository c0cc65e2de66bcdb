// `npm run check [-- name ...]`: runs every check that needs no running product. At most two at once.
import fs from 'node:fs'
import { compileTexts } from './build.mjs'
import { askForOutdated } from './outdated.mjs'
import { capture } from './process.mjs'

/** Type checks what has changed since the last run: a whole run takes 20 s of processor, an unchanged one 2 s. */
const types = (project, record) => {
  const file = `.cache/${record}.tsbuildinfo`
  return ['tsc', '-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', file]
}

// Starts the longest first, so that both lanes end at about the same time.
const checks = [
  { name: 'types', command: types('tsconfig.json', 'types') },
  { name: 'lint', command: ['oxlint'] },
  {
    name: 'server-types',
    command: types('apps/server/tsconfig.json', 'server-types'),
    needs: 'apps/server/src',
  },
  {
    name: 'interface-types',
    command: types('apps/interface/tsconfig.json', 'interface-types'),
    needs: 'apps/interface/src',
  },
  {
    name: 'worker-types',
    command: types('apps/web/src/sw/tsconfig.json', 'worker-types'),
    needs: 'apps/web/src/sw',
  },
  { name: 'unused', command: ['knip', '--no-config-hints'] },
  { name: 'structure', command: ['node', 'scripts/check-structure.ts'] },
  { name: 'migrations', command: ['node', 'scripts/check-migrations.ts'] },
  { name: 'roads', command: ['node', 'scripts/check-roads.ts'] },
  { name: 'texts', command: ['node', 'scripts/i18n.ts', '--check'] },
  { name: 'format', command: ['oxfmt', '--check'] },
]

async function runCheck({ name, command: [program, ...args] }) {
  const started = performance.now()
  const { code, output } = await capture(program, args)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  return { name, failed: code !== 0, output }
}

async function runAll(selected) {
  const waiting = [...selected]
  const results = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next))
  }
  await Promise.all([lane(), lane()])
  return results
}

export async function run(names) {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name))
  if (unknown.length > 0) {
    console.error(`No such check: ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}`)
    return 2
  }
  const outdated = names.length === 0 ? askForOutdated() : undefined
  // Types and lint read the generated message ids.
  const texts = await compileTexts()
  if (texts !== 0) return texts
  const selected = checks.filter(
    (check) => (names.length === 0 || names.includes(check.name)) && (!check.needs || fs.existsSync(check.needs)),
  )
  const failures = (await runAll(selected)).filter((result) => result.failed)
  for (const { name, output } of failures) console.log(`\n--- ${name} ---\n${output.trimEnd()}`)
  const behind = await outdated?.()
  if (behind) console.log(`\n${behind}`)
  return failures.length > 0 ? 1 : 0
}

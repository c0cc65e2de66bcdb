/** What prevents a start is reported in one sentence, without a stack, and exits with 1. */
// @module-tag slow
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDataFolder } from './embedded-folder.ts'
import { startServer, type ServerEnded } from './server.ts'

let folder: string
beforeEach(() => {
  folder = makeDataFolder()
})
afterEach(() => {
  spawnSync('chmod', ['-R', 'u+w', folder])
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Starts the server; returns its output when it ended, and after how long. */
async function refusal(env: Record<string, string> = {}, prefix: string[] = []) {
  const began = performance.now()
  const ended = await startServer({ DATA_DIR: folder, SECRET: '', ...env }, prefix).then(
    (server) => server.kill('SIGKILL').then(() => expect.fail('it started')),
    (error: ServerEnded) => error,
  )
  return { code: ended.code, output: ended.message.trim(), tookMs: performance.now() - began }
}

const inside = (name: string) => path.join(folder, 'pg', name)
/** Finds a file of the system's own tables, which have the same names everywhere. */
const findFile = (name: string) => {
  const [found] = fs
    .readdirSync(inside('base'))
    .map((database) => inside(path.join('base', database, name)))
    .filter((file) => fs.existsSync(file))
    .toReversed()
  return found ?? ''
}
const overwrite = (file: string) => fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size))

describe('a damaged database is reported with its folder', { timeout: 90_000 }, () => {
  test.each<[string, () => void]>([
    // With this damage the engine never ends.
    [
      'half a catalogue',
      () => fs.truncateSync(findFile('1255'), Math.floor(fs.statSync(findFile('1255')).size / 16_384) * 8_192),
    ],
    ['a catalogue of zeros', () => overwrite(findFile('1249'))],
    ['an index of a catalogue that is zeros', () => overwrite(findFile('2662'))],
    ['an emptied control file', () => fs.truncateSync(inside('global/pg_control'))],
    ['a missing write-ahead log', () => fs.rmSync(inside('pg_wal'), { recursive: true })],
    ['a missing version', () => fs.rmSync(inside('PG_VERSION'))],
    ['an emptied version', () => fs.truncateSync(inside('PG_VERSION'))],
  ])('%s', async (_, damage) => {
    damage()
    const { code, output } = await refusal()
    expect([code, output.split('\n').length]).toEqual([1, 1])
    expect(output).toContain(`The database in ${path.join(folder, 'pg')} does not open`)
  })

  test('a start that never ends is stopped', () => {
    const opening = new URL('../src/platform/db/opening.ts', import.meta.url).href
    const program = `const { openWatched } = await import(${JSON.stringify(opening)})
      const forEver = async () => { await null; for (;;); }
      const limits = { computingMs: 500, waitingMs: 60_000 }
      await openWatched('/some/folder', forEver, () => false, limits).catch((error) => { console.log(error.message); process.exit(1) })`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 })
    expect(status).toBe(1)
    expect(String(stdout)).toContain('The database in /some/folder does not open')
  })
})

describe('an unusable folder is reported', { timeout: 60_000 }, () => {
  // Root may write whatever the folder's permissions are.
  const asRoot = process.getuid?.() === 0
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => fs.existsSync(file))
  const without = asRoot ? [setpriv ?? '', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : []

  test.skipIf(asRoot && !setpriv)('a read-only folder', async () => {
    fs.rmSync(path.join(folder, 'pg'), { recursive: true })
    fs.chmodSync(folder, 0o555)
    const { code, output } = await refusal({}, without)
    expect([code, output.split('\n').length]).toEqual([1, 1])
    expect(output).toMatch(/^\/.* cannot be used: this user has no right to it \(EACCES\)\.$/)
    expect(output).toContain(folder)
  })

  test('a folder below a file', async () => {
    const file = path.join(folder, 'file')
    fs.writeFileSync(file, '')
    const { code, output } = await refusal({ DATA_DIR: path.join(file, 'data') })
    expect([code, output.split('\n').length]).toEqual([1, 1])
    expect(output).toMatch(/^\/.* cannot be used: .*\(ENOTDIR\)\.$/)
  })

  test('a folder in the place of the secret', async () => {
    fs.mkdirSync(path.join(folder, 'secret'))
    expect(await refusal()).toMatchObject({
      code: 1,
      output: `${path.join(folder, 'secret')} is not a file: move it away, or set SECRET`,
    })
  })

  test('an empty secret', async () => {
    fs.writeFileSync(path.join(folder, 'secret'), '')
    const { code, output } = await refusal()
    expect([code, output.split('\n').length]).toEqual([1, 1])
    expect(output).toContain(`${path.join(folder, 'secret')} is damaged`)
  })
})

test('after a kill the server is ready again with little processor time', { timeout: 60_000 }, async () => {
  const first = await startServer({ DATA_DIR: folder })
  await first.ask.people(20)
  await first.kill('SIGKILL')
  const again = await startServer({ DATA_DIR: folder })
  try {
    // Hundredths of a second of processor time, of the process and the system: 277 to 480 measured on a machine whose speed varies. The limit
    // finds work of several seconds before the server is ready.
    const fields = fs.readFileSync(`/proc/${again.child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    expect(Number(fields[11]) + Number(fields[12])).toBeLessThan(800)
  } finally {
    await again.kill('SIGKILL')
  }
})

/** The files of built pages, while processes of two versions serve on one database. */
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { MovableClock } from '../../platform/clock.ts'
import { buildPages } from '../../../test/built-pages.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from '../../../test/database.ts'
import { removeOldAssets } from './store.ts'

const SCRIPT = 'app-AAAAAAAA.js'
const NEW_SCRIPT = 'app-BBBBBBBB.js'
const STYLE = 'app-CCCCCCCC.css'
const FONT = 'text-DDDDDDDD.woff2'
const OLD = { [SCRIPT]: 'old()', [FONT]: 'same' }
const NEW = { [NEW_SCRIPT]: 'renewed();'.repeat(50), [STYLE]: 'p{}', [FONT]: 'same' }

describePostgres('two versions', () => {
  let url: string
  let older: TestApp
  let newer: TestApp
  const clock = new MovableClock()
  const folders: string[] = []
  const build = (assets: Record<string, string>) => {
    const dist = buildPages({ ...assets, 'app-AAAAAAAA.js.br': 'compressed' })
    folders.push(dist)
    return dist
  }
  const start = async (dist: string) => startTestApp({ dist, clock, database: await openServerDatabase(url, clock) })
  beforeAll(async () => {
    url = await freshServerDatabase()
    older = await start(build(OLD))
    newer = await start(build(NEW))
  })
  afterAll(async () => {
    await Promise.all([older.close(), newer.close()])
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
  })

  const get = (t: TestApp, name: string, headers: Record<string, string> = {}) =>
    fetch(`${t.url}/assets/${name}`, { headers })

  test.each([
    ['the older', NEW_SCRIPT, NEW[NEW_SCRIPT], 'application/javascript; charset=utf-8'],
    ['the older', STYLE, NEW[STYLE], 'text/css; charset=utf-8'],
    ['the newer', SCRIPT, OLD[SCRIPT], 'application/javascript; charset=utf-8'],
    ['the newer', FONT, OLD[FONT], 'font/woff2'],
  ])('a page of the other one gets its files from %s: %s', async (which, name, content, type) => {
    const t = which === 'the older' ? older : newer
    for (const encoding of ['identity', 'gzip, br']) {
      const response = await get(t, name, { 'accept-encoding': encoding })
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        200,
        type,
        content,
      ])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('a file is compressed for who accepts it, and not sent again to who has it', async () => {
    const response = await get(older, NEW_SCRIPT, { 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toContain('accept-encoding')
    const again = await get(older, NEW_SCRIPT, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test.each([
    'app-EEEEEEEE.js',
    'app-AAAAAAAA.js.br',
    "app-'.js",
    '..%2f..%2fpackage.json',
    `${'x'.repeat(200)}.js`,
    '',
  ])('a file that no version has is missing: %s', async (name) => {
    for (const t of [older, newer]) expect((await get(t, name)).status).toBe(404)
  })

  test('no other method is accepted', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(`${older.url}/assets/${NEW_SCRIPT}`, { method })).status).toBeGreaterThanOrEqual(404)
    const head = await fetch(`${older.url}/assets/${NEW_SCRIPT}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('files stay for 30 days after the last process that has them, and those of running processes for longer', async () => {
    const names = async () =>
      (await newer.db.kysely.selectFrom('page_asset').select('name').orderBy('name').execute()).map(({ name }) => name)
    expect(await names()).toEqual([SCRIPT, NEW_SCRIPT, STYLE, FONT].toSorted())
    const daysLater = async (days: number) => {
      clock.advance(days * 86_400_000)
      // The start of a process of the newer version.
      await (await start(folders[1] ?? '')).close()
      await removeOldAssets(newer.db.kysely)
    }
    await daysLater(29)
    expect(await names()).toContain(SCRIPT)
    await daysLater(2)
    expect(await names()).toEqual([NEW_SCRIPT, STYLE, FONT].toSorted())
  })

  test('several processes of a version that start at once store its files once', async () => {
    const dist = build({ ...NEW, 'app-FFFFFFFF.js': 'newest()' })
    const started = await Promise.all(Array.from({ length: 4 }, () => start(dist)))
    expect(await (await get(older, 'app-FFFFFFFF.js')).text()).toBe('newest()')
    await Promise.all(started.map((t) => t.close()))
  })
})

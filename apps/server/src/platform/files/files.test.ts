/** Files in a folder and in a bucket: complete or not there, and none that no row names. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { type Files, openFiles } from './files.ts'
import { patient } from '../../../test/patience.ts'

const DAY = 86_400_000
const bytes = Buffer.from('not really a picture')
const log = createLog('silent')

let db: TestDatabase
let dataDir: string
let storage: string | undefined
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function open(storageUrl?: string): Promise<Files> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-files-'))
  dataDir = folder
  storage = storageUrl
  const files = await openFiles({ db, log, dataDir, storageUrl })
  ends.push(
    () => fs.rmSync(folder, { recursive: true, force: true }),
    () => db.kysely.deleteFrom('loose_file').execute(),
    () => files.close(),
  )
  return files
}

/** A store that speaks S3, in this process. */
async function startBucket(): Promise<string> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'bilder' }],
  })
  await server.run()
  const { httpServer } = server
  ends.push(async () => {
    httpServer.closeAllConnections()
    httpServer.close()
    await once(httpServer, 'close')
    fs.rmSync(directory, { recursive: true, force: true })
  })
  return `s3://S3RVER:S3RVER@127.0.0.1:${(httpServer.address() as { port: number }).port}/bilder?tls=off`
}

const loose = () => db.kysely.selectFrom('loose_file').select('key').execute()
const onDisk = () => fs.readdirSync(path.join(dataDir, 'files'), { recursive: true }).map(String)
const gone = (files: Files, key: string) =>
  vi.waitFor(async () => {
    expect(await files.size('profiles', key)).toBeUndefined()
    expect(await loose()).toEqual([])
  })

describe.each(['folder', 'bucket'] as const)('in a %s', (kind) => {
  const openKind = async () => open(kind === 'bucket' ? await startBucket() : undefined)

  test('a stored file is read byte for byte, under a random key', async () => {
    const files = await openKind()
    const key = await files.put('profiles', bytes)
    expect(key).toMatch(/^[\w-]{22}\.jpg$/)
    expect(await files.put('exports', bytes)).toMatch(/^[\w-]{22}\.zip$/)
    expect(await files.size('profiles', key)).toBe(bytes.length)
    expect(Buffer.from((await files.read('profiles', key)) ?? [])).toEqual(bytes)
    expect(await files.read('exports', key)).toBeUndefined()
    expect(await files.read('profiles', `${'A'.repeat(22)}.jpg`)).toBeUndefined()
    expect(await files.size('profiles', `${'A'.repeat(22)}.jpg`)).toBeUndefined()
  })

  test('a file that is not kept is removed after a day, a kept one stays', async () => {
    const files = await openKind()
    const [kept, left] = [await files.put('profiles', bytes), await files.put('profiles', bytes)]
    await db.tx((tx) => files.keep(tx, 'profiles', kept))
    db.clock.advance(DAY - 60_000)
    expect(await files.size('profiles', left)).toBe(bytes.length)
    db.clock.advance(120_000)
    // The next process begins with a look around, as every hour.
    const next = await openFiles({ db, log, dataDir, storageUrl: storage })
    await next.close()
    await gone(files, left)
    expect(await files.size('profiles', kept)).toBe(bytes.length)
  })

  test('a dropped file goes with the commit, and stays without one', async () => {
    const files = await openKind()
    const key = await files.put('profiles', bytes)
    await db.tx((tx) => files.keep(tx, 'profiles', key))
    const undone = db.tx(async (tx) => {
      await files.drop(tx, 'profiles', key)
      throw new Error('something else')
    })
    await expect(undone).rejects.toThrow('something else')
    expect(await loose()).toEqual([])
    expect(await files.size('profiles', key)).toBe(bytes.length)
    await db.tx((tx) => files.drop(tx, 'profiles', key))
    await gone(files, key)
  })

  test('a transaction that fails does not keep the file', async () => {
    const files = await openKind()
    const key = await files.put('profiles', bytes)
    const undone = db.tx(async (tx) => {
      await files.keep(tx, 'profiles', key)
      throw new Error('killed')
    })
    await expect(undone).rejects.toThrow('killed')
    expect(await loose()).toEqual([{ key }])
  })

  test('a file that has waited for too long cannot be kept any more', async () => {
    const files = await openKind()
    const key = await files.put('profiles', bytes)
    db.clock.advance(DAY + 1000)
    await expect(db.tx((tx) => files.keep(tx, 'profiles', key))).rejects.toThrow('unavailable')
  })
})

test.each([
  '../../package.json',
  'a/b',
  '',
  '..',
  `${'A'.repeat(22)}.jpg/../x`,
  `${'A'.repeat(22)}.zip`,
  `${'A'.repeat(22)}.jpg\0`,
])('the key %j names nothing', async (key) => {
  const files = await open()
  expect(await files.size('profiles', key)).toBeUndefined()
  expect(await files.read('profiles', key)).toBeUndefined()
})

test('what a kill has left of a file is removed with it', async () => {
  const files = await open()
  const key = await files.reserve('profiles')
  fs.mkdirSync(path.join(dataDir, 'files/profiles'), { recursive: true })
  fs.writeFileSync(path.join(dataDir, 'files/profiles', `${key}.part`), 'half')
  await db.tx((tx) => files.drop(tx, 'profiles', key))
  await vi.waitFor(() => expect(onDisk()).toEqual(['profiles']))
  await vi.waitFor(async () => expect(await loose()).toEqual([]))
})

test('something in the way of the folder: an error of the contract, and nothing is left', async () => {
  const files = await open()
  fs.writeFileSync(path.join(dataDir, 'files'), '')
  await expect(files.put('profiles', bytes)).rejects.toMatchObject({ code: 'unavailable' })
})

test('no bucket there: an error of the contract', async () => {
  const files = await open('s3://a:b@127.0.0.1:9/bilder?tls=off')
  await expect(files.put('profiles', bytes)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(files.read('profiles', `${'A'.repeat(22)}.jpg`)).rejects.toMatchObject({ code: 'unavailable' })
})

/** Mounts a small disk, where the system allows it. */
function mountSmall(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('a full disk: storage_full, nothing half is left, and it heals when there is room', async ({ skip }) => {
  const files = await open()
  const folder = path.join(dataDir, 'files')
  if (!mountSmall(folder)) return skip('needs the right to mount a file system')
  ends.push(() => execFileSync('umount', [folder]))
  const [key] = [await files.put('profiles', Buffer.alloc(40_000))]
  await expect(files.put('profiles', Buffer.alloc(40_000))).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  expect(onDisk().toSorted()).toEqual(['profiles', `profiles/${key}`])
  await db.tx((tx) => files.drop(tx, 'profiles', key))
  await vi.waitFor(() => expect(onDisk()).toEqual(['profiles']))
  await files.put('profiles', Buffer.alloc(40_000))
})

/** Returns the store of a bucket that responds with this much, and then with nothing more. */
async function silentBucket(begin: (response: ServerResponse) => void) {
  const silent = createServer((request, response) => {
    request.resume()
    begin(response)
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port } = silent.address() as { port: number }
  return open(`s3://S3RVER:S3RVER@127.0.0.1:${port}/bilder?tls=off`)
}

test(
  'a bucket that falls silent, before it answers or in the middle of an answer, is an error of the contract within five seconds',
  { timeout: 30_000 },
  async () => {
    const before = await silentBucket(() => {})
    const within = await silentBucket((response) => response.writeHead(200, { 'content-length': '1000' }).write('half'))
    const key = `${'a'.repeat(22)}.jpg`
    const began = performance.now()
    // All at once, because each waits for the time limit.
    const answers = await Promise.allSettled([
      before.read('profiles', key),
      before.size('profiles', key),
      before.put('profiles', bytes),
      within.read('profiles', key),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(performance.now() - began).toBeLessThan(patient(5_000))
  },
)

/** Every uploaded picture is refused with the right code or stored as a plain JPEG, and none harms the server. */
// @module-tag slow
import fs from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { makeDataFolder } from '../embedded-folder.ts'
import { startServer, type Server } from '../server.ts'
import { addPerson, testSecret, type TestPerson } from '../sessions.ts'
import { jpegSegments } from './bytes.ts'
import { makeCorpus } from './corpus.ts'
import { cameraPhoto } from './photos.ts'
import { canary, quarters, type Outcome, type Sample } from './samples.ts'
import { goodPicture, sendForm, sendPicture } from './uploads.ts'
import { patient } from '../patience.ts'

const SLOWEST_MS = 5_000
const GROWTH = 150 * 1024 * 1024
const AT_ONCE = 8

let samples: Sample[]
beforeAll(async () => {
  samples = await makeCorpus()
}, 120_000)

const outcomes: Record<string, Outcome> = {
  unsupported_media_type: 'type',
  payload_too_large: 'too_large',
  invalid: 'invalid',
  too_many_pixels: 'pixels',
  required: 'required',
}

interface Kind {
  /** The upload route; the own picture by default. */
  to?(t: TestApp, as: TestPerson): Promise<`/chats/${string}`>
  sizes(width: number, height: number): boolean
}
const kinds: Record<string, Kind> = {
  'an own picture': { sizes: (width, height) => width === 300 && height === 300 },
  'an image in a conversation': {
    async to(t, as) {
      const other = await addPerson(t.db.kysely)
      const { body } = await t.call('POST', '/api/v1/chats', { as, body: { user_id: other.id } })
      return `/chats/${body.id}/images`
    },
    sizes: (width, height) => Math.max(width, height) <= 1920,
  },
}

describe.each(Object.entries(kinds))('each of the corpus as %s', (_, kind) => {
  let t: TestApp
  let person: TestPerson
  let to: `/chats/${string}` | undefined
  beforeAll(async () => {
    t = await startTestApp({ env: { SECRET: testSecret } })
    person = await addPerson(t.db.kysely)
    to = await kind.to?.(t, person)
    await sendPicture({ url: t.url, as: person, bytes: await goodPicture() })
  })
  afterAll(() => t.close())

  async function outcomeOf({ bytes, claimed }: Sample, index: number): Promise<{ outcome: Outcome; picture?: Buffer }> {
    const sending = { url: t.url, as: person, bytes, ...(to && { to }), ...(claimed && { type: claimed }) }
    const { status, body } = await (index % 2 ? sendPicture(sending) : sendForm(sending))
    if (status >= 400) return { outcome: outcomes[body.fields?.file ?? body.code] ?? body.code }
    const response = await fetch(t.url + (body.profile_picture ?? body.image_url), {
      headers: { cookie: person.cookie },
    })
    const picture = Buffer.from(await response.arrayBuffer())
    return { outcome: (await showsQuarters(picture)) ? 'quarters' : 'picture', picture }
  }

  test('the sample is refused with its code, or becomes a plain JPEG', { timeout: 120_000 }, async () => {
    expect(samples.length).toBeGreaterThan(100)
    for (const [index, sample] of samples.entries()) {
      const started = performance.now()
      const { outcome, picture } = await outcomeOf(sample, index)
      expect([sample.outcome].flat(), sample.name).toContain(outcome)
      expect(performance.now() - started, sample.name).toBeLessThan(patient(SLOWEST_MS))
      if (picture) expectPlain(picture, sample.name, kind)
    }
  })
})

/** Expects no byte that drawing does not need. */
function expectPlain(picture: Buffer, name: string, { sizes }: Kind) {
  const segments = jpegSegments(picture)
  // Start, JFIF, tables, frame, scan, end: no application data, no comment, nothing after the end.
  const allowed = [0xd8, 0xe0, 0xdb, 0xc0, 0xc4, 0xda, 0xd9]
  expect(
    segments.filter(({ marker }) => !allowed.includes(marker)),
    name,
  ).toEqual([])
  expect(segments.at(-1), name).toMatchObject({ marker: 0xd9, end: picture.length })
  const jfif = segments.find(({ marker }) => marker === 0xe0)
  if (jfif) expect(jfif.end - jfif.start, name).toBe(18)
  const frame = segments.find(({ marker }) => marker === 0xc0)?.start ?? 0
  // Bits and colours.
  expect([picture[frame + 4], picture[frame + 9]], name).toEqual([8, 3])
  expect([name, sizes(picture.readUInt16BE(frame + 7), picture.readUInt16BE(frame + 5))]).toEqual([name, true])
  expect(picture.includes(canary), name).toBe(false)
}

async function showsQuarters(picture: Buffer) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  const [left, right] = [0.23, 0.77].map((part) => Math.floor(info.width * part)) as [number, number]
  const [top, bottom] = [0.23, 0.77].map((part) => Math.floor(info.height * part)) as [number, number]
  const seen = [at(left, top), at(right, top), at(left, bottom), at(right, bottom)]
  // CMYK colours change a little.
  return seen.every((colour, i) => colour.every((value, j) => Math.abs(value - (quarters[i as 0]?.[j as 0] ?? 0)) < 60))
}

/** Only where the system shows a process's memory. */
describe.skipIf(!fs.existsSync('/proc/self/smaps_rollup'))('a process', () => {
  let server: Server
  let folder: string
  let people: TestPerson[]
  beforeAll(async () => {
    folder = makeDataFolder()
    server = await startServer({ DATA_DIR: folder })
    people = await server.ask.people(AT_ONCE)
    await Promise.all(people.map(async (as) => sendPicture({ url: server.url, as, bytes: await goodPicture() })))
  }, 60_000)
  afterAll(async () => {
    await server.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const send = (as: TestPerson | undefined, bytes: Uint8Array, to?: `/chats/${string}`) =>
    sendPicture({ url: server.url, bytes, ...(as && { as }), ...(to && { to }) })
  const openChat = async (): Promise<`/chats/${string}`> => {
    const [one, other] = people
    const headers = { 'content-type': 'application/json', cookie: one?.cookie ?? '', 'sec-fetch-site': 'same-origin' }
    const body = JSON.stringify({ user_id: other?.id })
    const answer = await fetch(`${server.url}/api/v1/chats`, { method: 'POST', headers, body })
    const { id } = (await answer.json()) as { id: string }
    return `/chats/${id}/images`
  }
  const decoders = () =>
    fs.readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8').trim().split(' ').map(Number)
  /** Starts both decoders and waits until they are idle. Two uploads may use the same one in turn. */
  const bothDecoders = () =>
    vi.waitFor(
      async () => {
        const picture = await goodPicture()
        await Promise.all(people.map((as) => send(as, picture)))
        const pids = decoders()
        expect(pids).toHaveLength(2)
        return pids
      },
      { timeout: 10_000 },
    )
  const signal = (pids: number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') =>
    pids.forEach((pid) => process.kill(pid, name))

  const expectLoad = ({ decoding, waiting }: { decoding: number; waiting: number }) =>
    vi.waitFor(async () => {
      const metrics = await fetch(`${server.url}/metrics`).then((response) => response.text())
      expect(metrics).toContain(`\nsamtur_images_decoding ${decoding}\n`)
      expect(metrics).toContain(`\nsamtur_images_waiting ${waiting}\n`)
    })

  test(
    `does not grow by 150 MB with ${AT_ONCE} of them at once, and responds meanwhile`,
    { timeout: 120_000 },
    async () => {
      const hostile = samples.filter(({ outcome }) => outcome !== 'quarters')
      const conversation = await openChat()
      // Memory of good photos of that size, until garbage collection, counts as use and not as growth.
      const photo = await cameraPhoto({ width: 2000, height: 1500 })
      for (let round = 0; round < 3; round += 1) {
        const kept = people.map((as, index) => (index % 2 ? send(people[0], photo, conversation) : send(as, photo)))
        expect((await Promise.all(kept)).filter(({ status }) => status >= 300)).toEqual([])
      }
      const before = memoryOf([server.child.pid ?? 0, ...decoders()])
      let most = 0
      const watch = setInterval(() => (most = Math.max(most, memoryOf([server.child.pid ?? 0, ...decoders()]))), 10)
      const slowest = { ms: 0 }
      let on = true
      const visitor = (async () => {
        while (on) {
          const started = performance.now()
          expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
          slowest.ms = Math.max(slowest.ms, performance.now() - started)
        }
      })()
      await Promise.all(
        people.map(async (as, index) => {
          for (let next = hostile.pop(); next; next = hostile.pop())
            await (index % 2 ? send(people[0], next.bytes, conversation) : send(as, next.bytes))
        }),
      )
      on = false
      await visitor
      clearInterval(watch)
      expect(most - before).toBeLessThan(GROWTH)
      expect(slowest.ms).toBeLessThan(patient(2_500))
    },
  )

  test('a decoder killed half-way fails that picture only', async () => {
    const frozen = await bothDecoders()
    signal(frozen, 'SIGSTOP')
    const cut = send(people[0], await goodPicture())
    const waiting = [send(people[1], await goodPicture()), send(people[2], await goodPicture())]
    await expectLoad({ decoding: 2, waiting: 1 })
    signal(frozen, 'SIGKILL')
    const answers = await Promise.all([cut, ...waiting])
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await send(people[0], await goodPicture())).status).toBe(200)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  test('a decoder that does not end is killed after five seconds', { timeout: 20_000 }, async () => {
    signal(await bothDecoders(), 'SIGSTOP')
    const started = performance.now()
    const answers = await Promise.all([send(people[0], await goodPicture()), send(people[1], await goodPicture())])
    expect(answers.map(({ status, body }) => [status, body.fields])).toEqual([
      [422, { file: 'invalid' }],
      [422, { file: 'invalid' }],
    ])
    expect(performance.now() - started).toBeLessThan(patient(8_000))
    expect((await send(people[0], await goodPicture())).status).toBe(200)
  })

  test('with twenty waiting, the next upload is refused with a time to try again', { timeout: 20_000 }, async () => {
    const frozen = await bothDecoders()
    signal(frozen, 'SIGSTOP')
    const picture = await goodPicture()
    const sent = Array.from({ length: 30 }, (_, i) => send(people[i % AT_ONCE], picture))
    const refused = await Promise.any(
      sent.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject(new Error('taken')))),
    )
    expect(refused.body.code).toBe('unavailable')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    signal(frozen, 'SIGCONT')
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503).length).toBeLessThanOrEqual(30 - 20)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  })
})

/** Returns the processes' memory together; shared memory counts once. */
function memoryOf(pids: number[]): number {
  let sum = 0
  for (const pid of pids) {
    try {
      const kilobytes = /^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
      sum += Number(kilobytes ?? 0) * 1024
    } catch {
      // The process has just ended.
    }
  }
  return sum
}

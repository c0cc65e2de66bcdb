import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ImageError } from './images.ts'
import { photoToSend } from './photo.ts'
import { firstThatFits, goesAsItIs, ladder, type Step } from './photo-ladder.ts'

const megabytes = (count: number) => count * 1024 * 1024
const sized = (size: number, type = 'image/jpeg') =>
  Object.defineProperty(new Blob([], { type }), 'size', { value: size })
const large = { width: 8000, height: 6000 }

describe('the steps', () => {
  test('lower the quality first, then the size by 15 % at the lowest quality: eight attempts', () => {
    expect(ladder(large)).toEqual([
      { width: 1920, height: 1440, quality: 0.8 },
      { width: 1920, height: 1440, quality: 0.7 },
      { width: 1920, height: 1440, quality: 0.6 },
      { width: 1920, height: 1440, quality: 0.5 },
      { width: 1632, height: 1224, quality: 0.5 },
      { width: 1387, height: 1040, quality: 0.5 },
      { width: 1179, height: 884, quality: 0.5 },
      { width: 1002, height: 752, quality: 0.5 },
    ])
  })

  test('the longest side counts; no image is enlarged or vanishes', () => {
    expect(ladder({ width: 3000, height: 4000 })[0]).toMatchObject({ width: 1440, height: 1920 })
    expect(ladder({ width: 800, height: 600 })[0]).toMatchObject({ width: 800, height: 600 })
    expect(ladder({ width: 20_000, height: 1 }).every(({ height }) => height === 1)).toBe(true)
  })

  test('stop at the first that is small enough', async () => {
    const tried: Step[] = []
    const sizes = [9, 7, 6, 5, 1].map(megabytes)
    const packed = await firstThatFits(large, async (step) => sized(sizes[tried.push(step) - 1] ?? 0))
    expect(packed?.size).toBe(megabytes(5))
    expect(tried.map(({ quality }) => quality)).toEqual([0.8, 0.7, 0.6, 0.5])
  })

  test('give up after eight', async () => {
    const pack = vi.fn(async () => sized(megabytes(5) + 1))
    expect(await firstThatFits(large, pack)).toBeUndefined()
    expect(pack).toHaveBeenCalledTimes(8)
  })
})

describe('files sent unchanged', () => {
  const photo = { width: 2400, height: 1800 }

  test.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])('%s up to 5 MB', (type) => {
    expect(goesAsItIs(sized(megabytes(5), type), photo)).toBe(true)
    expect(goesAsItIs(sized(megabytes(5) + 1, type), photo)).toBe(false)
  })

  test.each(['image/heic', 'image/bmp', 'image/svg+xml', 'image/tiff'])(
    '%s never, because the server refuses it',
    (type) => {
      expect(goesAsItIs(sized(1000, type), photo)).toBe(false)
    },
  )

  test('nor with more pixels than the server accepts', () => {
    expect(goesAsItIs(sized(1000), { width: 5000, height: 5000 })).toBe(true)
    expect(goesAsItIs(sized(1000), { width: 5000, height: 5001 })).toBe(false)
  })
})

describe('encoding', () => {
  let answer: unknown
  const workers: { terminate: ReturnType<typeof vi.fn> }[] = []

  class FakeWorker extends EventTarget {
    terminate = vi.fn()
    constructor() {
      super()
      workers.push(this)
    }
    postMessage() {
      if (answer) queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: answer })))
    }
  }

  beforeEach(() => {
    workers.length = 0
    vi.stubGlobal('Worker', FakeWorker)
    // The page itself cannot decode here.
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = () => 'blob:'
        static override revokeObjectURL() {}
      },
    )
  })
  afterEach(() => void vi.unstubAllGlobals())

  const bmp = sized(1000, 'image/bmp')
  const pack = (signal = new AbortController().signal) => photoToSend(bmp, large, signal)

  test('runs in a worker, which ends with it', async () => {
    const packed = sized(1000)
    answer = { packed }
    expect(await pack()).toBe(packed)
    expect(workers[0]?.terminate).toHaveBeenCalledTimes(1)
  })

  test('a photo that stays too large is not decoded again', async () => {
    answer = { problem: 'not_compressed' }
    await expect(pack()).rejects.toEqual(new ImageError('not_compressed'))
  })

  test('the page tries what the worker cannot read, and reports what neither can', async () => {
    answer = { problem: 'unreadable' }
    await expect(pack()).rejects.toMatchObject({ name: 'ImageError', problem: 'unreadable' })
  })

  test('cancelling ends it at once', async () => {
    answer = undefined
    const stop = new AbortController()
    const packing = pack(stop.signal)
    stop.abort()
    await expect(packing).rejects.toMatchObject({ name: 'AbortError' })
    expect(workers[0]?.terminate).toHaveBeenCalledTimes(1)
  })

  test('a small photo stays unchanged', async () => {
    const small = sized(1000)
    expect(await photoToSend(small, { width: 10, height: 10 }, new AbortController().signal)).toBe(small)
    expect(workers).toHaveLength(0)
  })
})

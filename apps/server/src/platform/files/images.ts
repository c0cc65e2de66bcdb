/**
 * Turns uploaded bytes into pictures, in at most two processes beside this one (see image-process.ts). An upload that ends its process, takes too
 * long or needs too much memory fails alone; the next one gets a new process.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runtimeEnvironment } from '../../config.ts'
import { AppError, invalidField } from '../http/errors.ts'
import type { Log } from '../log.ts'
import type { ImageResult, ImageJob, ImageKind } from './image-process.ts'

/** A JPEG without metadata, upright. */
export interface Picture {
  bytes: Uint8Array
  width: number
  height: number
}

/** Both throw `unsupported_media_type`, an error of the field `file`, or `unavailable` when too many wait. */
export interface Images {
  /** Returns the square that profiles show. */
  square(bytes: Uint8Array): Promise<Picture>
  /** Returns the whole picture, as conversations show it: a very large one smaller. */
  photo(bytes: Uint8Array): Promise<Picture>
  /** Returns how many pictures are being decoded, and how many wait for it. */
  load(): { decoding: number; waiting: number }
  close(): Promise<void>
}

interface Work {
  kind: ImageKind
  bytes: Uint8Array
  /** Memory in bytes. */
  needs: number
  done(picture: Picture): void
  failed(error: Error): void
}

const PROCESSES = 2
const QUEUE = 20
/** Bytes of memory for all decoding together, at least what the largest picture needs; and for one picture whose need is not known yet. */
const ROOM = 134_000_000
const USUAL = 25_000_000
const TIME_MS = 5_000
const START_MS = 15_000
const IDLE_MS = 60_000
const program = fileURLToPath(new URL('./image-process.ts', import.meta.url))

export function createImages(log: Log): Images {
  const decoders = new Set<Decoder>()
  const waiting: Work[] = []
  let closed = false

  const distribute = () => {
    for (;;) {
      const room = [...decoders].reduce((left, { work: underWay }) => left - (underWay?.needs ?? 0), ROOM)
      const work = waiting.find(({ needs }) => needs <= room)
      const decoder = work && !closed ? ([...decoders].find((other) => !other.work) ?? start()) : undefined
      if (!work || !decoder) return
      waiting.splice(waiting.indexOf(work), 1)
      decoder.take(work)
    }
  }
  const start = () => {
    if (decoders.size >= PROCESSES) return undefined
    const decoder = startDecoder({
      log,
      again(work, needs) {
        work.needs = needs
        waiting.unshift(work)
      },
      free: distribute,
      ended() {
        decoders.delete(decoder)
        distribute()
      },
    })
    decoders.add(decoder)
    return decoder
  }

  const make = (kind: ImageKind, bytes: Uint8Array) =>
    new Promise<Picture>((done, failed) => {
      if (closed || waiting.length >= QUEUE) return failed(busy())
      waiting.push({ kind, bytes, needs: USUAL, done, failed })
      distribute()
    })

  return {
    square: (bytes) => make('square', bytes),
    photo: (bytes) => make('photo', bytes),
    load: () => ({ decoding: [...decoders].filter(({ work }) => work).length, waiting: waiting.length }),
    async close() {
      closed = true
      for (const { failed } of waiting.splice(0)) failed(busy())
      await Promise.all([...decoders].map((decoder) => decoder.end()))
    },
  }
}

const busy = () => new AppError('unavailable', { params: { retry_after: 5 } })

interface Decoder {
  readonly work: Work | undefined
  /** Gives it a picture. Call it only while it has none. */
  take(work: Work): void
  end(): Promise<void>
}

interface Events {
  log: Log
  /** The work has to wait for more room. */
  again(work: Work, needs: number): void
  /** Ready for more. */
  free(): void
  /** Takes no more work. */
  ended(): void
}

function startDecoder({ log, again, free, ended }: Events): Decoder {
  let work: Work | undefined
  let ready = false
  // Without this process's settings and flags; freed memory is returned to the system at once.
  const memory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' }
  const child = fork(program, {
    env: { ...runtimeEnvironment(), ...memory },
    execArgv: ['--max-old-space-size=64', '--expose-gc'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = () => void child.kill('SIGKILL')
  let timer = setTimeout(kill, START_MS)
  const limit = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  const rest = () =>
    limit(IDLE_MS, () => {
      ended()
      kill()
    })
  const send = ({ kind, bytes, needs: room }: Work) => {
    limit(TIME_MS, kill)
    // The process ends after a closed channel.
    child.send({ kind, bytes, room } satisfies ImageJob, () => {})
  }
  child.on('message', (answer: ImageResult) => {
    const settled = work
    if (answer.kind === 'ready') {
      ready = true
      if (work) return send(work)
    } else {
      work = undefined
      if (settled) settle(settled, answer, again)
    }
    rest()
    free()
  })
  const exited = new Promise<void>((resolve) => {
    const end = (reason: unknown, signal?: string | null) => {
      clearTimeout(timer)
      if (work) log.warn({ reason, signal, ready }, 'a picture could not be decoded, and the process for it has ended')
      // A picture that ends its process is invalid; a process that does not start is a fault of the server.
      work?.failed(ready ? invalidField('file', 'invalid') : busy())
      work = undefined
      ended()
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  return {
    get work() {
      return work
    },
    take(next) {
      work = next
      if (ready) send(next)
    },
    async end() {
      kill()
      await exited
    },
  }
}

function settle(work: Work, answer: Exclude<ImageResult, { kind: 'ready' }>, again: Events['again']) {
  if (answer.kind === 'big') return again(work, answer.needs)
  if (answer.kind === 'done') {
    const { bytes, width, height } = answer
    return work.done({ bytes, width, height })
  }
  if (answer.why === 'type') return work.failed(new AppError('unsupported_media_type'))
  work.failed(invalidField('file', answer.why === 'pixels' ? 'too_many_pixels' : 'invalid'))
}

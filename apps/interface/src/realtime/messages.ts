/** Messages of the channel protocol of the service's client libraries, in its versions 1.0.0 and 2.0.0. */
import { z } from 'zod'

/** 1.0.0: objects; 2.0.0: arrays, and binary frames for the broadcasts of a program. */
export const versions = ['1.0.0', '2.0.0'] as const
export type Version = (typeof versions)[number]

const ref = z.string().max(50).nullish()
const message = z.object({
  /** The reference of the join that a message belongs to. */
  join_ref: ref,
  /** What a reply repeats. */
  ref,
  topic: z.string().max(255),
  event: z.string().max(255),
  payload: z.record(z.string(), z.unknown()),
})
export type Message = z.infer<typeof message>

const BROADCAST = 3
/** The kind, the sizes of five texts, and the encoding of the payload. */
const HEADER_BYTES = 7

/** Returns undefined for a frame that is malformed. */
export function decode(version: Version, data: Buffer, isBinary: boolean): Message | undefined {
  if (isBinary) return version === '2.0.0' ? decodeBroadcast(data) : undefined
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    if (version === '1.0.0') return message.safeParse(value).data
    if (!Array.isArray(value) || value.length !== 5) return undefined
    const [join_ref, own, topic, event, payload] = value as unknown[]
    return message.safeParse({ join_ref, ref: own, topic, event, payload }).data
  } catch {
    return undefined
  }
}

/** Reads the head of a broadcast; its content is of no use, because no broadcast is passed on. */
function decodeBroadcast(data: Buffer): Message | undefined {
  const [kind, ...sizes] = data.subarray(0, HEADER_BYTES)
  const [joinSize = 0, refSize = 0, topicSize = 0] = sizes
  if (kind !== BROADCAST || data.length < HEADER_BYTES + joinSize + refSize + topicSize) return undefined
  const text = (from: number, size: number) => data.toString('utf8', HEADER_BYTES + from, HEADER_BYTES + from + size)
  return message.safeParse({
    join_ref: text(0, joinSize) || null,
    ref: text(joinSize, refSize) || null,
    topic: text(joinSize + refSize, topicSize),
    event: 'broadcast',
    payload: {},
  }).data
}

export function encode(version: Version, { join_ref = null, ref: own = null, topic, event, payload }: Message): string {
  return JSON.stringify(
    version === '1.0.0' ? { join_ref, ref: own, topic, event, payload } : [join_ref, own, topic, event, payload],
  )
}

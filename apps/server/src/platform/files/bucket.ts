/** The store of files in an S3 bucket. */
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { traceCall } from '../../operating/tracing/tracing.ts'
import { within } from '../within.ts'
import type { Store } from './store.ts'

/** Opens `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=off`, which the configuration has checked. */
export function openBucket(url: string): Store {
  const { host, pathname, searchParams, username, password } = new URL(url)
  const client = new S3Client({
    endpoint: `${searchParams.get('tls') === 'off' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    // What every S3 gateway supports: the bucket in the path, no access lists, checksums only where required.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_500, throwOnRequestTimeout: true },
  })
  const { requestHandler } = client.config
  const handle = requestHandler.handle.bind(requestHandler)
  requestHandler.handle = (request, options) =>
    traceCall(`s3 ${request.method}`, () =>
      handle(request, { ...options, requestTimeout: answerWithin(Number(request.headers['content-length'] ?? 0)) }),
    )
  const inTime = <T>(work: Promise<T>, bytes = 0) => within(answerWithin(bytes) + REST_MS, work)
  const disk = new Disk(new S3Driver({ client, bucket: pathname.slice(1), supportsACL: false, visibility: 'private' }))
  return {
    write: (name, bytes) => inTime(disk.put(name, bytes), bytes.length),
    size: async (name) => (await inTime(ifThere(disk.getMetaData(name))))?.contentLength,
    read: (name) => inTime(ifThere(disk.getBytes(name))),
    remove: (name) => inTime(disk.delete(name)),
    usage: () => countObjects(client, pathname.slice(1)),
  }
}

/** Requests of a thousand names each, with which a bucket is counted. */
const MOST_PAGES = 200

async function countObjects(client: S3Client, bucket: string) {
  const usage = { count: 0, bytes: 0 }
  let pages = 0
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    if (++pages > MOST_PAGES) return undefined
    usage.count += Contents.length
    for (const { Size = 0 } of Contents) usage.bytes += Size
  }
  return usage
}

/** Returns the milliseconds in which a response must begin; a longer file may take longer to send. */
const answerWithin = (bytes: number) => 3_500 + bytes / 200
/** Milliseconds for the rest of the response, and for a second attempt after a quick failure. */
const REST_MS = 700

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const { cause } = error as { cause?: { $metadata?: { httpStatusCode?: number } } }
    if (cause?.$metadata?.httpStatusCode === 404) return undefined
    throw error
  }
}

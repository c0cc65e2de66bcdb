/**
 * Runs a push service and a browser in the test process: accepts messages over HTTP, verifies their signature, and decrypts them (RFC
 * 8291).
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import webPush from 'web-push'

export interface PushedMessage {
  /** The browser it was for. */
  browser: string
  title: string
  body: string
  path: string
  tag: string
  lang: string
}

export interface TestBrowser {
  /** The body that the browser's page would post. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
}

export interface PushService {
  /** The server's keys, for its configuration. */
  vapid: { publicKey: string; privateKey: string }
  received: PushedMessage[]
  /** Every received message, including refused ones. */
  attempts: string[]
  /** Responses to the next messages; 201 when empty. A string is the target of a redirect. */
  answers: (number | string)[]
  isService(endpoint: URL): boolean
  browser(name: string): TestBrowser
  close(): Promise<void>
}

interface Browser {
  keys: ECDH
  auth: Buffer
}

export async function startPushService(): Promise<PushService> {
  const vapid = webPush.generateVAPIDKeys()
  const browsers = new Map<string, Browser>()
  const received: PushedMessage[] = []
  const attempts: string[] = []
  const answers: (number | string)[] = []
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    const take = async () => {
      const bytes = await buffer(request)
      attempts.push(name)
      const answer = answers.shift() ?? 201
      if (typeof answer === 'string') return response.writeHead(307, { location: answer }).end()
      if (answer !== 201) return response.writeHead(answer).end()
      const browser = browsers.get(name)
      if (!browser) return response.writeHead(410).end()
      await checkSigned(request.headers.authorization ?? '', vapid.publicKey, origin())
      if (request.headers['content-encoding'] !== 'aes128gcm' || !Number(request.headers['ttl']))
        throw new Error('no headers')
      received.push({ ...(JSON.parse(decrypt(bytes, browser)) as PushedMessage), browser: name })
      return response.writeHead(201).end()
    }
    take().catch((error: unknown) => {
      received.push({ browser: name, title: String(error), body: '', path: '', tag: '', lang: '' })
      response.writeHead(400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    vapid,
    received,
    attempts,
    answers,
    isService: ({ hostname }) => hostname === '127.0.0.1',
    browser(name) {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url', 'uncompressed')
      const auth = randomBytes(16)
      browsers.set(name, { keys, auth })
      const endpoint = `${origin()}/${encodeURIComponent(name)}`
      return { subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } } }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Checks that the server's key signed the message for this service. */
async function checkSigned(header: string, publicKey: string, audience: string) {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  if (key !== publicKey) throw new Error('another key')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const { payload } = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'),
    {
      audience,
    },
  )
  if (!payload.sub?.startsWith('mailto:')) throw new Error('no contact')
}

function decrypt(bytes: Buffer, { keys, auth }: Browser): string {
  const salt = bytes.subarray(0, 16)
  const length = bytes[20] ?? 0
  const sender = bytes.subarray(21, 21 + length)
  const sealed = bytes.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

/** Sends push messages: encrypted for the browser, signed with the VAPID key, to the push service of the browser's maker. */
import webPush from 'web-push'
import { traceCall } from '../../operating/tracing/tracing.ts'

/** A browser that takes messages: its address at the push service, and the keys to encrypt with. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * `gone`: the browser takes no messages any more. `later`: try again. `denied`: the service takes no message of ours for this browser now.
 * `refused`: never try this message again.
 */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'denied' | 'refused'

export type SendPush = (target: PushTarget, message: object) => Promise<PushOutcome>

/** Hosts of the browsers' makers; one that begins with a dot stands for all names under it. */
const services = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
  '.push.apple.com',
]

/** Returns whether the address is of a known push service. The registering client chooses it, and must not make the server call other hosts. */
export function isPushService(endpoint: URL): boolean {
  const { protocol, hostname, port, username } = endpoint
  if (protocol !== 'https:' || port !== '' || username !== '') return false
  return services.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))
}

interface Options {
  vapid: { publicKey: string; privateKey: string }
  /** The operator's address for the push service, `mailto:` or `https:`. */
  contact: string
  isService(endpoint: URL): boolean
}

/** Seconds for which the push service keeps a message for a browser that is away. */
const TTL = 86_400
const TIMEOUT_MS = 10_000

export function createPushSender({ vapid, contact, isService }: Options): SendPush {
  return async ({ endpoint, p256dh, auth }, message) => {
    if (!isService(new URL(endpoint))) return 'refused'
    const { origin } = new URL(endpoint)
    const signed = webPush.getVapidHeaders(origin, contact, vapid.publicKey, vapid.privateKey, 'aes128gcm')
    const subscription = { endpoint, keys: { p256dh, auth } }
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      headers: { Authorization: signed.Authorization },
      TTL,
      contentEncoding: 'aes128gcm',
    })
    return traceCall('push send', () => post(endpoint, headers, body))
  }
}

/** Sends without following redirects. */
async function post(endpoint: string, headers: Record<string, unknown>, body: Buffer | null): Promise<PushOutcome> {
  const sent = Object.entries(headers).filter(([name]) => name !== 'Content-Length')
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
      body: body && new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return outcomeOf(response.status)
  } catch {
    return 'later'
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 400 || status === 401 || status === 403) return 'denied'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

/** Where a connection comes from, for limits by address. */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** The client's address as the given number of trusted proxies reports it; the socket's own without any. */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const hops = [request.socket.remoteAddress ?? '', ...forwarded.toReversed()]
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? ''
}

/** What counts as one place: an IPv4 address, or the /64 that one household or one server has of IPv6. */
export function networkOf(address: string): string {
  const ip = address.replace(/%.*$/, '')
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  // The URL parser knows every way to write an address.
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(8 - start.length - end.length).fill('0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':')
}

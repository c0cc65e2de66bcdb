/** Where a connection comes from, for limits by address. */
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

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
  // The URL parser knows every way to write an address, and has one way itself.
  const written = new URL(`http://[${ip}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(written)
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join('.')
  const [head = '', tail] = written.split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(8 - start.length - end.length).fill('0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':')
}

/** What one customer of a provider may have: an IPv4 address, or a /48 of IPv6 with its 65,536 networks. */
export function wideNetworkOf(address: string): string {
  return networkOf(address).split(':').slice(0, 3).join(':')
}

/** What an attacker may rent at once: the 65,536 addresses of an IPv4 /16, or a /48 of IPv6. Whole providers share it, so limits on it are wide. */
export function broadNetworkOf(address: string): string {
  const wide = wideNetworkOf(address)
  return isIPv4(wide) ? wide.split('.').slice(0, 2).join('.') : wide
}

/** The two bytes of a group of an IPv6 address. */
const bytesOf = (group: string) => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** Pure rules of flows that end in another program: where they may lead, and what the program shows at their end. */
import { createHash } from 'node:crypto'

/** What a program shows of its verifier when it begins a flow (RFC 7636). */
export interface Challenge {
  text: string
  /** How the verifier makes the text. */
  method: 's256' | 'plain'
}

/**
 * Returns the address to which a flow leads: the product's start page, unless the program requests another one; undefined where the configuration does not
 * allow the requested one. Such a flow must not begin, because its tokens would go elsewhere than the program expects.
 */
export function redirectTarget(
  requested: string | undefined,
  origin: string,
  allowed: readonly string[],
): string | undefined {
  const home = new URL('/', origin).href
  if (requested === undefined || requested === '') return home
  if (!URL.canParse(requested)) return undefined
  const url = new URL(requested)
  url.hash = ''
  if (url.username || url.password) return undefined
  if (url.origin === origin && leadsOn(url)) return undefined
  return [home, ...allowed].some((one) => liesUnder(url, new URL(one))) ? url.href : undefined
}

/** Returns whether the address may be a function of ours that redirects further and takes the tokens behind `#` along. */
const leadsOn = ({ pathname }: URL) => pathname.includes('%') || /^\/+(auth|api)(\/|$)/i.test(pathname)

/** Compares whole parts of the path, so that `/app` does not allow `/application`. */
function liesUnder({ protocol, host, pathname }: URL, base: URL) {
  if (protocol !== base.protocol || host !== base.host) return false
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
  return pathname === base.pathname || pathname.startsWith(folder)
}

/** Returns whether the verifier belongs to the challenge (RFC 7636). */
export function answersChallenge({ text, method }: Challenge, verifier: string): boolean {
  return text === (method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url'))
}

/** Returns an address with further parameters in its query. */
export function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Returns an address with parameters behind `#`, which a browser does not send to a server. */
export function withFragment(address: string, parameters: Record<string, string>): string {
  const url = new URL(address)
  url.hash = new URLSearchParams(parameters).toString()
  return url.href
}

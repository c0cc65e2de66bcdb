/** Which hosts and addresses are this machine. */

/** Returns whether the URL is of this machine or not set. Behind a proxy a server on loopback is reachable from outside, and PUBLIC_URL names that address. */
export const isLocalUrl = (url: string | undefined) =>
  url === undefined || isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/** Returns whether the host is this machine. A prefix is not enough: the owner of `127.example.com` may point it anywhere. */
export function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

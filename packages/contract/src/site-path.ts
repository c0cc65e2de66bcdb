/**
 * Returns path, query and fragment of an address on this site; undefined for everything that could lead a browser to another one, such as
 * `//host`, `/\\host` or a tab between the slashes.
 */
export function sitePath(address: string): string | undefined {
  const here = 'http://site.invalid'
  if (!address.startsWith('/') || !URL.canParse(address, here)) return undefined
  const { origin, pathname, search, hash } = new URL(address, here)
  // A path with two slashes at its start would be another host on its own: `/.//host` becomes that.
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined
}

/**
 * Returns path, query and fragment of an address on this site; undefined for everything that could lead a browser to another one, such as
 * `//host`, `/\\host` or a tab between the slashes.
 */
export function sitePath(wish: string): string | undefined {
  const here = 'http://site.invalid'
  if (!wish.startsWith('/') || !URL.canParse(wish, here)) return undefined
  const { origin, pathname, search, hash } = new URL(wish, here)
  // Two slashes would be another host to whoever reads the path alone: `/.//host` becomes that.
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined
}

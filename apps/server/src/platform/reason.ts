/** Returns the code of an error, or its name: never its text, which may quote an address or a value. */
export function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' && code !== '' ? code : typeof name === 'string' ? name : 'unknown'
}

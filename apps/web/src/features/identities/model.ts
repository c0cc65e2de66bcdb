/** The secret of an `otpauth:` address, in groups of four as people type it off the screen. */
export function readableSecret(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** The result of linking another service, as the address of the redirect gives it. */
export type LinkResult = { linked: string } | { refused: 'already_linked' | 'provider' }

export function linkResult(search: URLSearchParams): LinkResult | undefined {
  const error = search.get('error')
  // The error of a confirmed address is shown elsewhere.
  if (search.has('email')) return undefined
  if (error) return { refused: error === 'already_linked' ? 'already_linked' : 'provider' }
  const linked = search.get('linked')
  return linked ? { linked } : undefined
}

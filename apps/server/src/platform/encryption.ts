/** Encrypts with the server's secret what is stored and has to be read again. */
import { createHash } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'

const cipherOf = (secret: string) =>
  managedNonce(xchacha20poly1305)(new Uint8Array(createHash('sha256').update(secret).digest()))

/** Returns the encrypted text with its nonce, in hexadecimal digits. */
export const encrypt = (text: string, secret: string): string =>
  Buffer.from(cipherOf(secret).encrypt(new TextEncoder().encode(text))).toString('hex')

/** Returns the text; undefined where another secret encrypted it. */
export function decrypt(data: string, secret: string): string | undefined {
  try {
    return new TextDecoder().decode(cipherOf(secret).decrypt(new Uint8Array(Buffer.from(data, 'hex'))))
  } catch {
    // The cipher is authenticated, so it throws with a wrong secret.
    return undefined
  }
}

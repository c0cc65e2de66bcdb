/** Parses JSON bodies and checks them before any other code reads them: UTF-8, depth, number of keys, no key twice, no key that reaches a prototype. */
import { AppError } from './errors.ts'

export const bodyLimit = 64 * 1024
const MAX_DEPTH = 32
const MAX_KEYS = 1000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the parsed body; undefined for an empty one. Throws `malformed`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    const text = utf8.decode(bytes)
    if (text.charCodeAt(0) === 0xfeff) throw new AppError('malformed')
    const written = checkShape(text)
    const value: unknown = JSON.parse(text)
    // The parser keeps the last of two values with one name, so a name that was written twice is missing among its keys.
    if (countKeys(value) !== written) throw new AppError('malformed')
    return value
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed')
  }
}

/** Returns how many keys are written in the text. Scans without recursion, so that a deeply nested body cannot exhaust the stack. */
function checkShape(text: string) {
  let depth = 0
  let keys = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 0x5c) i++
      else if (c === 0x22) inString = false
    } else if (c === 0x22) inString = true
    else if (c === 0x7b || c === 0x5b) depth++
    else if (c === 0x7d || c === 0x5d) depth--
    else if (c === 0x3a) keys++
    if (depth > MAX_DEPTH || keys > MAX_KEYS) throw new AppError('malformed')
  }
  return keys
}

/** Returns how many keys the objects in the value have. Throws `malformed` for a key that could reach a prototype. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce((sum: number, item: unknown) => sum + countKeys(item), 0)
  let count = 0
  for (const [key, inner] of Object.entries(value)) {
    if (reachesPrototype(key, inner)) throw new AppError('malformed')
    count += 1 + countKeys(inner)
  }
  return count
}

/** A key `constructor` alone is an unknown field like any other; with a `prototype` in it, it is an attack. */
const reachesPrototype = (key: string, value: unknown) =>
  key === '__proto__' ||
  key === 'prototype' ||
  (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))

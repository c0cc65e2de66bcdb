/** JSON bodies, checked before anything looks at them: UTF-8, depth, number of keys, and no keys that reach prototypes. */
import { AppError } from './errors.ts'

export const bodyLimit = 64 * 1024
const MAX_DEPTH = 32
const MAX_KEYS = 1000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Answers the parsed body; undefined for an empty one. Throws `malformed`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    const text = utf8.decode(bytes)
    if (text.charCodeAt(0) === 0xfeff) throw new AppError('malformed')
    checkShape(text)
    const value: unknown = JSON.parse(text)
    refusePrototypeKeys(value)
    return value
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed')
  }
}

/** A scan without recursion, so that a deeply nested body cannot exhaust the stack. */
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
}

function refusePrototypeKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new AppError('malformed')
    refusePrototypeKeys((value as Record<string, unknown>)[key])
  }
}

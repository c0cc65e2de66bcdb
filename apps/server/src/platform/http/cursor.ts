/** Opaque positions in lists ordered by an instant and an id. */
import { invalidField } from './errors.ts'

export interface Cursor {
  at: Date
  id: string
}

export function encodeCursor(at: Date, id: string): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

/** An instant with a year of four digits, and a UUID; the database refuses anything else. */
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Returns the position that a cursor names. Throws `validation` for a text that is no cursor. */
export function decodeCursor(text: string): Cursor {
  const [, at = '', id = ''] = CURSOR.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? []
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) throw invalidField('cursor', 'invalid')
  return { at: instant, id }
}

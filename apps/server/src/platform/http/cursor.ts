/** Opaque positions in lists, which are ordered by an instant and an id, or by the id alone. */
import { isId } from '@samtur/contract/ids'
import { invalidField } from './errors.ts'

export interface Cursor {
  at: Date
  id: string
}

export function encodeCursor(at: Date, id: string): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

/** An instant with a year of four digits, and an id; the database refuses anything else. */
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S+)$/

/** Returns the position that a cursor names. Throws `validation` for a text that is no cursor. */
export function decodeCursor(text: string): Cursor {
  const [, at = '', id = ''] = CURSOR.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? []
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime()) || !isId(id)) throw invalidField('cursor', 'invalid')
  return { at: instant, id }
}

/** Returns the cursor of a list where it is the id of the last entry. Throws `validation` for anything else. */
export function idCursor(text: string | undefined): string | undefined {
  if (text !== undefined && !isId(text)) throw invalidField('cursor', 'invalid')
  return text
}

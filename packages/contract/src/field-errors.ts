/** Turns a schema's issues into the fields and codes of the error body, for the server and the forms. */
import type { z } from './zod.ts'
import { fieldCodes, type FieldCode } from './errors.ts'

type Issue = z.core.$ZodIssue

const isFieldCode = (text: string): text is FieldCode => (fieldCodes as readonly string[]).includes(text)

const WHOLE = 'body'

/** Returns the first problem of each field as a code. An issue of the whole body has the name `body`. */
export function fieldErrors(issues: readonly Issue[]): Record<string, FieldCode> {
  // Without a prototype, because a field may have the name `toString`.
  const fields = Object.create(null) as Record<string, FieldCode>
  for (const issue of issues) {
    const name = fieldName(issue.path)
    if (issue.code === 'unrecognized_keys' && name === WHOLE)
      for (const key of issue.keys) fields[key] ??= 'unknown_field'
    else fields[name] ??= codeOf(issue)
  }
  return fields
}

function fieldName(path: readonly PropertyKey[]) {
  const parts = path[0] === 'body' || path[0] === 'query' || path[0] === 'params' ? path.slice(1) : path
  return parts.length === 0 ? WHOLE : String(parts[0])
}

function codeOf(issue: Issue): FieldCode {
  if (issue.code === 'invalid_union') {
    const nested = issue.errors.flat().map(codeOf)
    return nested.find((code) => code !== 'invalid') ?? 'invalid'
  }
  if (isFieldCode(issue.message)) return issue.message
  if (issue.code === 'unrecognized_keys') return 'unknown_field'
  if (issue.code === 'too_big')
    return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'out_of_range'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'too_short' : 'out_of_range'
  return 'invalid'
}

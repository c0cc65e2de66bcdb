/** Text fields: NFC-normalised and trimmed first, counted in code points. Issues carry a field code as their message. */
import { z } from './zod.ts'
import type { FieldCode } from './errors.ts'

const code = (c: FieldCode) => c
/** Control characters, Unicode's own line and paragraph separators, and noncharacters. */
const NOT_IN_ONE_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Noncharacter_Code_Point}]/u
const CONTROL_BUT_NEWLINE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
/**
 * Direction overrides and invisible characters that can make one text look like another. Joiners have a rule of their own; direction marks
 * and variation selectors are legitimate.
 */
const DECEPTIVE = /(?![\u061c\u200c-\u200f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u
/** Joiners are needed in Arabic and Persian and inside emoji; elsewhere they only hide something. */
const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Also characters without a shape: Hangul fillers, the empty Braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** More marks on one letter than any language writes: they cover the lines above and below. */
const STACKED_MARKS = /\p{M}{9}/u

export const countCodePoints = (text: string) => Array.from(text).length

function tidy(text: string) {
  return text.normalize('NFC').trim()
}

function textSchema(max: number, forbidden: RegExp, refuseDeceptive: boolean) {
  return z
    .string({
      error: (issue) => (issue.input === undefined || issue.input === null ? code('required') : code('invalid')),
    })
    .refine((text) => text.isWellFormed(), { error: code('invalid_characters'), abort: true })
    .transform((text) => tidy(text.replaceAll('\r\n', '\n')))
    .superRefine((text, context) => {
      const problem = textProblem(text, max, forbidden, refuseDeceptive)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
}

function textProblem(text: string, max: number, forbidden: RegExp, refuseDeceptive: boolean): FieldCode | undefined {
  if (forbidden.test(text)) return 'invalid_characters'
  if (refuseDeceptive && (DECEPTIVE.test(text) || STRAY_JOINER.test(text))) return 'invalid_characters'
  const shown = text.replace(INVISIBLE, '')
  if (!VISIBLE.test(shown)) return 'required'
  if (STACKED_MARKS.test(shown.normalize('NFD'))) return 'invalid_characters'
  if (countCodePoints(text) > max) return 'too_long'
  return undefined
}

/** A required one-line text of at most `max` code points. */
export const oneLine = (max: number) => textSchema(max, NOT_IN_ONE_LINE, true)
/** A required text with line breaks. */
export const multiLine = (max: number) => textSchema(max, CONTROL_BUT_NEWLINE, false)

/** The optional variants: a missing, null or blank text becomes null. */
export const optionalOneLine = (max: number) => optionalText(oneLine(max))
export const optionalMultiLine = (max: number) => optionalText(multiLine(max))

function optionalText<T extends z.ZodType<string>>(schema: T) {
  return z.preprocess(
    (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
    schema.nullable(),
  ) as unknown as z.ZodType<string | null, string | null | undefined>
}

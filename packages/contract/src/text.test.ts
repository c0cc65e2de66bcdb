import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCodePoints, multiLine, oneLine, optionalMultiLine, optionalOneLine } from './text.ts'

/** Returns the output, or the code of the first problem in brackets. */
function read(schema: ReturnType<typeof optionalOneLine>, input: unknown) {
  const result = schema.safeParse(input)
  return result.success ? result.data : `[${result.error.issues[0]?.message}]`
}

const short = (max: number) => oneLine(max) as ReturnType<typeof optionalOneLine>
const long = (max: number) => multiLine(max) as ReturnType<typeof optionalOneLine>

test.each([
  ['Oslo', 'Oslo'],
  ['  Oslo \u00a0', 'Oslo'],
  ['A\u030A', 'Å'],
  ['Å', 'Å'],
  ['{{7*7}} ${7*7} #{7*7}', '{{7*7}} ${7*7} #{7*7}'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['Осло', 'Осло'],
  ['أوسلو', 'أوسلو'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
  ['👩🏽\u200d💻', '👩🏽\u200d💻'],
  ['❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
  ['', '[required]'],
  [' \t ', '[required]'],
  [undefined, '[required]'],
  [null, '[required]'],
  [7, '[invalid]'],
  [['Oslo'], '[invalid]'],
  ['\u3164', '[invalid_characters]'],
  ['Os\u3164lo', '[invalid_characters]'],
  ['\u2800\u2800', '[required]'],
  ['\u0301', '[required]'],
  ['\u00ad', '[invalid_characters]'],
  ['\u200d', '[invalid_characters]'],
  ['Os\u200blo', '[invalid_characters]'],
  ['Os\u00adlo', '[invalid_characters]'],
  ['Os\u200elo \u200fأوسلو', 'Os\u200elo \u200fأوسلو'],
  ['\u200e\u200f', '[required]'],
  ['葛\u{e0100}飾', '葛\u{e0100}飾'],
  ['Os\u034flo', '[invalid_characters]'],
  ['Os\u{e0041}lo', '[invalid_characters]'],
  ['Os\u2060lo', '[invalid_characters]'],
  ['Os\u200dlo', '[invalid_characters]'],
  ['\ufeffOslo', 'Oslo'],
  ['Os\ufefflo', '[invalid_characters]'],
  ['\u202eolsO', '[invalid_characters]'],
  ['Oslo\u2066', '[invalid_characters]'],
  ['Oslo\nBergen', '[invalid_characters]'],
  ['Oslo\tBergen', '[invalid_characters]'],
  ['Oslo\u0000', '[invalid_characters]'],
  ['Oslo\u007f', '[invalid_characters]'],
  ['Oslo\u0085Bergen', '[invalid_characters]'],
  ['Oslo\u2028Bergen', '[invalid_characters]'],
  ['Oslo\u2029Bergen', '[invalid_characters]'],
  ['Oslo\ufffe', '[invalid_characters]'],
  ['Oslo\uffff', '[invalid_characters]'],
  ['Os\ufdd0lo', '[invalid_characters]'],
  ['Os\ufdeflo', '[invalid_characters]'],
  ['Os\u{1fffe}lo', '[invalid_characters]'],
  ['Os\u{10ffff}lo', '[invalid_characters]'],
  ['Os\ufffdlo', 'Os\ufffdlo'],
  ['\ud800', '[invalid_characters]'],
  ['a\udc00b', '[invalid_characters]'],
])('one line: %j → %j', (input, expected) => {
  expect(read(short(120), input)).toBe(expected)
})

test.each([
  ['Hei\r\nhå', 'Hei\nhå'],
  ['Hei\n\thå\n', 'Hei\n\thå'],
  ['Hei\rhå', '[invalid_characters]'],
  ['Hei\u0000', '[invalid_characters]'],
  ['Hei\u001b[31m', '[invalid_characters]'],
  ['שלום \u2067עולם\u2069', 'שלום \u2067עולם\u2069'],
  ['a\u200bb', 'a\u200bb'],
  ['\u200b\u200d\u2060', '[required]'],
  [' \n ', '[required]'],
  ['\ud83d', '[invalid_characters]'],
])('several lines: %j → %j', (input, expected) => {
  expect(read(long(120), input)).toBe(expected)
})

test.each(['a', 'Ж', 'ب', 'न', '1', '🚗'])(
  '%s with more than eight marks is refused, whatever stands between them',
  (letter) => {
    const marks = (count: number) => `Hei ${letter}${'\u0316'.repeat(count)}nå`
    for (const read_ of [(text: string) => read(short(120), text), (text: string) => read(long(120), text)]) {
      expect(read_(marks(8))).toBe(marks(8).normalize('NFC'))
      expect(read_(marks(9))).toBe('[invalid_characters]')
      expect(read_(`Hei ${letter}${'\u0316\u200e'.repeat(9)}`)).toBe('[invalid_characters]')
    }
  },
)

test('a mark that becomes one with its letter counts', () => {
  expect(read(short(120), `a${'\u0301'.repeat(8)}`)).toBe(`á${'\u0301'.repeat(7)}`)
  expect(read(short(120), `a${'\u0301'.repeat(9)}`)).toBe('[invalid_characters]')
})

test.each([
  ['Arabic', 'اللَّهُ مُحَمَّدٌ'],
  ['Hebrew', 'בְּרֵאשִׁ֖ית'],
  ['Vietnamese', 'Nguyễn Thị Ngọc'],
  ['Thai', 'น้ำ ที่นี่'],
  ['Devanagari', 'क्षत्रियाँ'],
  ['Tibetan', 'སྐྱོབས་བརྒྱུད'],
])('names in %s are written with their marks', (_, text) => {
  expect(read(short(120), text)).toBe(text.normalize('NFC'))
})

test.each([
  [undefined, null],
  [null, null],
  ['', null],
  [' \n ', null],
  [' Hei ', 'Hei'],
  [5, '[invalid]'],
  ['x'.repeat(11), '[too_long]'],
])('optional: %j → %j', (input, expected) => {
  expect(read(optionalOneLine(10), input)).toBe(expected)
  expect(read(optionalMultiLine(10), input)).toBe(expected)
})

test.each(['x', 'å', '🚗', 'ﷺ', '李'])(
  'lengths count code points: ten times %s fits, eleven times does not',
  (letter) => {
    expect(read(short(10), letter.repeat(10))).toBe(letter.repeat(10))
    expect(read(short(10), letter.repeat(11))).toBe('[too_long]')
  },
)

test('an accepted text is normalised, trimmed, visible, short enough, and accepted again unchanged', () => {
  const hostile = fc.constantFrom(
    '\u200b',
    '\u200d',
    '\u202e',
    '\u0301',
    '\ufeff',
    '\u3164',
    '\u00a0',
    '\r\n',
    '\u0000',
    '🚗',
    'ß',
    'Å',
    'A\u030A',
    '\ud800',
    'ي',
  )
  const input = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(input, (text) => {
      for (const schema of [oneLine(20), multiLine(20)]) {
        const result = schema.safeParse(text)
        if (!result.success) continue
        expect(result.data).toBe(result.data.normalize('NFC').trim())
        expect(countCodePoints(result.data)).toBeLessThanOrEqual(20)
        expect(result.data.isWellFormed()).toBe(true)
        expect(result.data).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u)
        expect(schema.parse(result.data)).toBe(result.data)
      }
    }),
    { seed: 7, numRuns: 500 },
  )
})

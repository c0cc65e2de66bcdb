import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { parseJson } from './json.ts'
import { patient } from '../../../test/patience.ts'

const read = (text: string) => parseJson(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join(',')}}`

test.each<[string, Buffer | string]>([
  ['an open brace', '{'],
  ['a comma too many', '[1,]'],
  ['a comment', '{} // x'],
  ['NaN', '{"price":NaN}'],
  ['Infinity', '{"price":Infinity}'],
  ['two values', '{}{}'],
  ['an unfinished text', '"abc'],
  ['a text with a line break', '"a\nb"'],
  ['a bad escape', String.raw`"\x41"`],
  ['33 levels', nested(33)],
  ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['30 000 levels', '['.repeat(30_000)],
  ['1001 keys', keys(1001)],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['__proto__ with an escape', String.raw`{"\u005f_proto__":{"admin":true}}`],
  ['__proto__ deeper inside', '{"a":[{"b":{"__proto__":1}}]}'],
  ['constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ['prototype', '{"prototype":1}'],
  ['a key twice', '{"age":40,"age":41}'],
  ['a key twice with the same value', '{"age":40,"age":40}'],
  ['a key twice, once with an escape', String.raw`{"age":40,"\u0061ge":41}`],
  ['a key twice inside an object in a list', '{"a":[{"b":1,"b":{"c":[1,2]}}]}'],
  ['an empty key twice', '{"":1,"":2}'],
  ['a key twice, the first with an object', '{"a":{"b":1},"a":2}'],
  ['a byte order mark', '\ufeff{}'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['only spaces', '   '],
])('refuses %s', (_, body) => {
  const call = () => parseJson(Buffer.from(body))
  expect(call).toThrow(AppError)
  expect(call).toThrow(expect.objectContaining({ code: 'malformed', status: 400 }))
})

test('no body is undefined', () => {
  expect(parseJson(Buffer.alloc(0))).toBeUndefined()
})

test('accepts 32 levels and 1000 keys', () => {
  expect(read(nested(32))).toEqual(JSON.parse(nested(32)))
  expect(Object.keys(read(keys(1000)) as object)).toHaveLength(1000)
})

test('signs inside texts count neither as levels nor as keys', () => {
  const text = String.raw`\" [[[ {{{ : `.repeat(1200)
  expect(read(`["${text}"]`)).toEqual(JSON.parse(`["${text}"]`))
})

test('the same key in different objects, and keys named like members of Object, pass', () => {
  const text = '{"a":{"a":[{"a":1},{"a":2}]},"toString":1,"constructor":{"a":1},"hasOwnProperty":2,"":3,"0":4,"00":5}'
  expect(read(text)).toEqual(JSON.parse(text))
})

test('reads any JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!/"(__proto__|prototype)":/.test(text))
      expect(read(text)).toEqual(JSON.parse(text))
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('a body of the largest size is scanned quickly', () => {
  const started = performance.now()
  expect(() => read('["'.repeat(16_000))).toThrow(AppError)
  read(`"${'\\\\'.repeat(32_000)}"`)
  expect(performance.now() - started).toBeLessThan(patient(100))
})

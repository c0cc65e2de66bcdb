import { expect, test } from 'vitest'
import { feedToken, readFeedFile } from './rules.ts'

const id = '0190a7c2-3b4d-7e5f-8a6b-9c0d1e2f3a4b'
const secret = 'a secret of this installation'
const file = `${feedToken(secret, id)}.ics`

test('the file of a feed names its id', () => {
  expect(readFeedFile(secret, file)).toBe(id)
})

test('the address depends on the secret of the installation', () => {
  expect(feedToken('another secret', id)).not.toBe(feedToken(secret, id))
  expect(readFeedFile('another secret', file)).toBeUndefined()
})

test('an address with a changed character or another spelling is refused', () => {
  const changed = Array.from({ length: 43 }, (_, nth) =>
    ['A', 'B', 'z', '9', '_'].map((other) => file.slice(0, nth) + other + file.slice(nth + 1)),
  )
  const accepted = changed.flat().filter((other) => other !== file && readFeedFile(secret, other) !== undefined)
  expect(accepted).toEqual([])
})

test('no other last character is accepted, although some stand for the same bytes', () => {
  const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
  const files = characters.map((last) => `${file.slice(0, 42)}${last}.ics`)
  expect(files.filter((other) => readFeedFile(secret, other) !== undefined)).toEqual([file])
})

test.each(['', '.ics', feedToken(secret, id), `${file}x`, `x${file}`, `${id}.ics`, file.replace('.ics', '.ICS')])(
  'no feed has the file %j',
  (other) => {
    expect(readFeedFile(secret, other)).toBeUndefined()
  },
)

import { randomBytes } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { Archive, exportToken, hashToken } from './rules.ts'

test('the token of an export has 128 bits and follows from the secret and the id', () => {
  const token = exportToken('secret', 'id')
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  expect(exportToken('secret', 'id')).toBe(token)
  expect(new Set([token, exportToken('other', 'id'), exportToken('secret', 'other')]).size).toBe(3)
})

test('the hash of a token is not the token, and differs for every token', () => {
  const [one, other] = [hashToken('one'), hashToken('other')]
  expect(one).not.toBe(other)
  expect(Buffer.from(one, 'base64url')).toHaveLength(32)
})

test('an archive holds its texts and pictures, and compresses the texts only', async () => {
  const archive = new Archive()
  const picture = randomBytes(1_000)
  await archive.text('a.txt', (write) => {
    for (let line = 0; line < 1_000; line++) write('Blåbær\n')
  })
  archive.picture('b.jpg', picture)
  const bytes = archive.end()
  const files = unzipSync(bytes)
  expect(Object.keys(files)).toEqual(['a.txt', 'b.jpg'])
  expect(strFromU8(files['a.txt']!)).toBe('Blåbær\n'.repeat(1_000))
  expect(Buffer.from(files['b.jpg']!)).toEqual(picture)
  expect(bytes.length).toBeLessThan(2_000)
  expect(bytes.includes(picture)).toBe(true)
})

import { expect, test } from 'vitest'
import { readQuery } from './direct-reads.ts'

test.each([
  ['/x', {}],
  ['/x?', {}],
  ['/x?a=1&b=%C3%B8+y', { a: '1', b: 'ø y' }],
  ['/x?a=1&b=a?b', { a: '1', b: 'a?b' }],
  ['/x?a', { a: '' }],
])('%s has its names and values', (url, query) => {
  expect(readQuery(url)).toEqual(query)
})

test.each(['/x?a=1&a=2', '/x?a[]=1', '/x?a%5B%5D=1', '/x?a[b]=1', '/x?a=1&a[]=2'])('%s has a list', (url) => {
  expect(readQuery(url)).toEqual({ a: [expect.any(String)] })
})

test('a name of the prototype is a name like any other', () => {
  expect(Object.keys(readQuery('/x?__proto__=1&constructor=2'))).toEqual(['__proto__', 'constructor'])
})

import { expect, test } from 'vitest'
import { handlingOf, isPage, outdatedCaches, ownAddress, textFor } from './rules.ts'

const origin = 'https://samtur.example'
const handling = (path: string, more: { method?: string; mode?: string } = {}) =>
  handlingOf({ method: 'GET', mode: 'cors', url: path.startsWith('/') ? origin + path : path, ...more }, origin)

test('only built files and page loads go through the worker', () => {
  expect(handling('/assets/index-abc.js')).toBe('asset')
  expect(handling('/my-rides', { mode: 'navigate' })).toBe('navigation')
  for (const path of ['/api/v1/me', '/api/auth/get-session', '/files/a.jpg', '/live', '/build.txt', '/sw.js'])
    expect(handling(path), path).toBeUndefined()
  expect(handling('https://other.example/assets/x.js')).toBeUndefined()
  expect(handling('/assets/x.js', { method: 'HEAD' })).toBeUndefined()
  expect(handling('/auth', { method: 'POST', mode: 'navigate' })).toBeUndefined()
})

test.each([
  ['/', true],
  ['/rides/0198', true],
  ['/help/how-to', true],
  ['/api/v1/reservations/1/calendar.ics', false],
  ['/api/auth/verify-email', false],
  ['/files/pictures/a', false],
  ['/dev/mailbox', false],
  ['/sitemap.xml', false],
  ['/apiary', true],
])('%s is a page: %s', (path, page) => expect(isPage(path)).toBe(page))

test('a new build keeps its own files and those of the one before', () => {
  expect(outdatedCaches(['build-a', 'build-b', 'build-c'], 'build-c')).toEqual(['build-a'])
  expect(outdatedCaches(['build-a', 'build-b'], 'build-b')).toEqual([])
  expect(outdatedCaches(['build-b'], 'build-b')).toEqual([])
  // Back to an earlier build: its own cache stays wherever it is in the list.
  expect(outdatedCaches(['build-a', 'build-b', 'build-c'], 'build-a')).toEqual(['build-b'])
  expect(outdatedCaches(['else', 'build-a'], 'build-b')).toEqual([])
})

test.each([
  ['/my-rides?x=1#y', '/my-rides?x=1#y'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['http://[', '/'],
  [undefined, '/'],
])('a message about %s opens %s', (path, opened) => expect(ownAddress(path, origin).href).toBe(origin + opened))

test.each([
  [['nb-NO', 'en'], 'nytt'],
  [['de', 'da-DK'], 'nyt'],
  [['de'], 'new'],
  [[], 'new'],
])('for %s the text is %s', (tags, expected) => {
  expect(textFor(tags, { no: 'nytt', da: 'nyt', en: 'new' })).toBe(expected)
})

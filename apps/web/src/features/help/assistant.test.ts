import { expect, test } from 'vitest'
import type * as Assistant from './assistant.ts'
import { isStuck, type Line } from './assistant.ts'

/** Loads the module once more, as another page does. */
const [loadAgain] = Object.values(import.meta.glob<typeof Assistant>('./assistant.ts', { query: '?again' }))

const nothing: Line = { author: 'assistant', answer: null }
const found: Line = { author: 'assistant', answer: 'matching', related: [] }
const question: Line = { author: 'person', text: 'Hm?' }

test.each([
  [[question, nothing], false],
  [[question, nothing, question, nothing], true],
  [[question, nothing, question, found], false],
  [[question, found, question, nothing, question, nothing], true],
])('two questions without an answer offer a person', (lines, stuck) => {
  expect(isStuck(lines)).toBe(stuck)
})

test('a reload restores the conversation, without articles that no longer exist', async () => {
  const gone = { author: 'assistant', answer: 'no-such-article', related: [] }
  sessionStorage.setItem(
    'assistant',
    JSON.stringify({ open: true, lines: [question, gone, nothing, found], requestId: 'r1' }),
  )
  const again = await loadAgain?.()
  expect(again?.currentTalk()).toEqual({ open: true, lines: [question, nothing, found], requestId: 'r1' })
})

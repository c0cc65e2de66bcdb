import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lengths } from '@samtur/contract/constants'
import { setOwnProfile } from '#lib/session'
import { fakeServer, kari } from '../../../test/server.ts'
import { loadSession } from '../../../test/show.tsx'
import { changeDraft, messagesOf, roomIn, useDraft, withFailed, withoutArrived, type Draft } from './drafts.ts'
import type { Outgoing } from './timeline.ts'

const server = fakeServer({ me: kari })

const out = (content: string): Outgoing => ({ client_id: `id of ${content}`, content, sent_at: '' })
const failing = (draft: Draft, ...contents: string[]) =>
  contents.reduce((before, content) => withFailed(before, out(content)), draft)
const sent = (draft: Draft) =>
  messagesOf(draft).map(({ client_id, content }) => [content, client_id === out(content).client_id])

test('what failed stands in the order it was sent, before what was written since', () => {
  expect(failing({ text: '' }, 'En', 'To').text).toBe('En\nTo')
  const draft = failing({ text: 'Tre' }, 'En', 'To\nmed mer')
  expect(draft.text).toBe('En\nTo\nmed mer\nTre')
  expect(sent(draft)).toEqual([
    ['En', true],
    ['To\nmed mer', true],
    ['Tre', false],
  ])
})

test('what has arrived leaves, and the rest keeps its ids', () => {
  const draft = failing({ text: ' Tre' }, 'En', 'To')
  const left = withoutArrived(draft, (id) => id === out('En').client_id)
  expect(left.text).toBe('To\n Tre')
  expect(sent(left)).toEqual([
    ['To', true],
    ['Tre', false],
  ])
  expect(withoutArrived(draft, () => false)).toBe(draft)
  expect(withoutArrived(failing({ text: '' }, 'En'), () => true).text).toBe('')
})

test('what has been changed is another message; beside it the others stay what they are', () => {
  const draft = { ...failing({ text: '' }, 'En', 'To'), text: 'Enn\nTo ' }
  expect(sent(draft)).toEqual([
    ['Enn', false],
    ['To', true],
  ])
  expect(sent({ ...draft, text: 'En og To' })).toEqual([['En og To', false]])
  expect(withoutArrived({ ...draft, text: 'En og To' }, () => true).text).toBe('En og To')
})

test('each message has its own room', () => {
  const long = 'a'.repeat(lengths.chatMessage)
  expect(roomIn(failing({ text: 'b' }, long))).toBe(0)
  expect(roomIn({ text: `${long}b` })).toBe(-1)
  expect(roomIn({ text: '' })).toBe(lengths.chatMessage)
})

test('signing out removes the drafts', async () => {
  await loadSession()
  changeDraft('a b', () => ({ text: 'Hemmelig' }))
  setOwnProfile({ ...kari.profile, age: 40 })
  expect(renderHook(() => useDraft('a b')).result.current.text).toBe('Hemmelig')
  server.me = null
  await loadSession()
  expect(renderHook(() => useDraft('a b')).result.current.text).toBe('')
})

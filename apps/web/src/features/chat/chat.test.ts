import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '@samtur/contract/errors'
import { queryClient } from '#lib/query-client'
import { setUpChat, address, input, open, ownText } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, me, per, server, summary } from '../../../test/chat-server.ts'
import { become } from '../../../test/live.ts'
import { kari, refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { chatTitle } from './head.ts'

setUpChat()

describe('the list of conversations', () => {
  test('is loaded once when the connection is back, with a conversation open', async () => {
    await open()
    await input()
    const requested = () => server.sentTo('chat.list').length
    become('errored')
    const before = requested()
    known.list = [summary({ other: { id: ingrid, full_name: 'Ingrid Dahl', profile_picture: null } })]
    become('joined')
    expect(await screen.findByRole('heading', { name: 'Ingrid Dahl' })).toBeTruthy()
    expect(requested()).toBe(before + 1)
  })

  test('marks own last messages, and counts unread ones', async () => {
    known.list = [summary({ last_message: known.stored[1], unread_count: 2 })]
    await open('/chat')
    const entry = await screen.findByRole('link', { name: /Ingrid Solberg/ })
    expect(entry.textContent).toContain(ownText('Hei, er det plass?'))
    expect(entry.textContent).toContain(text('chat.unread_count', { count: 2 }))
    expect(screen.getByText(text('chat.choose'))).toBeTruthy()
  })

  test('without conversations links to the search', async () => {
    known.list = []
    await open('/chat')
    expect(await screen.findByText(text('chat.empty'))).toBeTruthy()
    expect(screen.getByRole('link', { name: text('chat.find_ride') }).getAttribute('href')).toBe('/search')
  })

  test('shows a failure, and loads again on request', async () => {
    server.answers['chat.list'] = () => refusal('internal')
    await open('/chat')
    expect(await screen.findByText(text('chat.list_failed'))).toBeTruthy()
    delete server.answers['chat.list']
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    expect(await screen.findByRole('link', { name: /Ingrid Solberg/ })).toBeTruthy()
  })

  test('messages that fail to load show an error, and load again on request', async () => {
    server.answers['chat.messages'] = () => refusal('internal')
    await open()
    expect(await screen.findByText(text('chat.messages_failed'))).toBeTruthy()
    delete server.answers['chat.messages']
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    await input()
  })
})

describe('beginning a conversation', () => {
  test('opens it, confirms a new one, and sets the address', async () => {
    known.stored = []
    const opened = summary()
    known.list = []
    server.answers['chat.open'] = () => {
      known.list = [opened]
      return opened
    }
    await open(`/chat?user=${ingrid}&ride=018f0000-0000-7000-8000-0000000000aa`)
    await input()
    expect(server.sentTo('chat.open').map(({ body }) => body)).toEqual([
      { user_id: ingrid, ride_id: '018f0000-0000-7000-8000-0000000000aa' },
    ])
    expect(address()).toBe(`/chat?chat=${chatId}`)
    expect(screen.getByText(text('chat.started'))).toBeTruthy()
    expect(screen.getByText(text('chat.first_title', { name: 'Ingrid Solberg' }))).toBeTruthy()
  })

  test('an existing one is opened without a confirmation', async () => {
    await open(`/chat?user=${ingrid}`)
    await input()
    expect(screen.queryByText(text('chat.started'))).toBeNull()
  })

  test.each<[string, string, ErrorCode | undefined, Parameters<typeof text>[0]]>([
    ['with oneself', me, undefined, 'chat.start_failed'],
    ['with a person who has blocked the caller', ingrid, 'chat_unavailable', 'chat.start_failed'],
    ['with an unknown person', per, 'chat_unavailable', 'chat.find_failed'],
    ['with something that is no id', 'x', 'validation', 'chat.find_failed'],
    ['while the server fails', ingrid, 'internal', 'chat.create_failed'],
  ])('%s fails with its own message', async (_, user, code, id) => {
    if (code) server.answers['chat.open'] = () => refusal(code)
    const profile = { ...kari.profile, id: ingrid, member_since: '2026-01-01', record: null, can_chat: true }
    server.answers['profiles.get'] = ({ params }) => (params['id'] === ingrid ? profile : refusal('not_found'))
    await open(`/chat?user=${user}`)
    expect(await screen.findByText(text(id))).toBeTruthy()
    expect(address()).toBe('/chat')
    expect(server.sentTo('chat.open')).toHaveLength(code ? 1 : 0)
  })
})

test('the title names the other person', async () => {
  const title = () =>
    chatTitle({ t: text, query: new URL(address(), location.origin).searchParams, client: queryClient })
  await open('/chat')
  await screen.findByText(text('chat.choose'))
  expect(title()).toBe(text('chat.title'))
  fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
  await input()
  expect(title()).toBe(text('chat.title_with', { name: 'Ingrid Solberg' }))
})

import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { setUpChat, address, input, open, view } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, me, per, server, session, summary } from '../../../test/chat-server.ts'
import { become } from '../../../test/live.ts'
import { text } from '../../../test/text.ts'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat()

describe('the list', () => {
  test('is asked once when the connection is back, with a conversation open', async () => {
    await open()
    await input()
    const asked = () => server.chat['list']?.mock.calls.length ?? 0
    become('errored')
    const before = asked()
    known.list = [summary({ other: { id: ingrid, full_name: 'Ingrid Dahl', profile_picture: null } })]
    become('joined')
    expect(await screen.findByRole('heading', { name: 'Ingrid Dahl' })).toBeTruthy()
    expect(asked()).toBe(before + 1)
  })

  test('own messages are marked, unread ones counted', async () => {
    known.list = [summary({ last_message: known.stored[1], unread_count: 2 })]
    await open('/chat')
    const entry = await screen.findByRole('link', { name: /Ingrid Solberg/ })
    expect(entry.textContent).toContain('Du: Hei, er det plass?')
    expect(entry.textContent).toContain(text('chat.unread_count', { count: 2 }))
    expect(screen.getByText(text('chat.choose'))).toBeTruthy()
  })

  test('without conversations it says what to do', async () => {
    known.list = []
    await open('/chat')
    expect(await screen.findByText(text('chat.empty'))).toBeTruthy()
    expect(screen.getByRole('link', { name: text('chat.find_ride') }).getAttribute('href')).toBe('/search')
  })

  test('a failure is told and can be tried again', async () => {
    server.chat['list']?.mockRejectedValueOnce(new ApiError(500, 'internal'))
    await open('/chat')
    expect(await screen.findByRole('heading', { name: text('chat.list_failed') })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    expect(await screen.findByRole('link', { name: /Ingrid Solberg/ })).toBeTruthy()
  })

  test('so is a failure to load the messages', async () => {
    server.chat['messages']?.mockRejectedValueOnce(new ApiError(500, 'internal'))
    await open()
    expect(await screen.findByRole('heading', { name: text('chat.messages_failed') })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    await input()
  })

  test.each([
    ['/chat', 'Du må være logget inn for å bruke chat'],
    [`/chat?user=${ingrid}`, 'Du må være logget inn for å chatte'],
  ])('somebody who is not logged in is told so, and comes back here (%s)', async (address, words) => {
    session.status = 'signed-out'
    await open(address)
    expect(screen.getByRole('heading', { name: text('chat.login_title') })).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    const next = encodeURIComponent(address)
    expect(screen.getByRole('link', { name: text('chat.log_in') }).getAttribute('href')).toBe(`/auth?next=${next}`)
  })
})

describe('beginning a conversation', () => {
  test('opens it, says so when it is new, and takes over the address', async () => {
    known.stored = []
    const fresh = summary()
    known.list = []
    server.chat['open'] = vi.fn(async () => {
      known.list = [fresh]
      return fresh
    })
    await open(`/chat?user=${ingrid}&ride=018f0000-0000-7000-8000-0000000000aa`)
    await input()
    expect(server.chat['open']).toHaveBeenCalledExactlyOnceWith({
      body: { user_id: ingrid, ride_id: '018f0000-0000-7000-8000-0000000000aa' },
    })
    expect(address()).toBe(`/chat?chat=${chatId}`)
    expect(screen.getByText(text('chat.started'))).toBeTruthy()
    expect(screen.getByText(text('chat.first_title', { name: 'Ingrid Solberg' }))).toBeTruthy()
  })

  test('one that goes on is simply opened', async () => {
    await open(`/chat?user=${ingrid}`)
    await input()
    expect(screen.queryByText(text('chat.started'))).toBeNull()
  })

  test.each([
    ['oneself', me, undefined, 'Kunne ikke starte chat'],
    ['somebody with whom a block stands', ingrid, new ApiError(404, 'chat_unavailable'), 'Kunne ikke starte chat'],
    ['nobody', per, new ApiError(404, 'chat_unavailable'), 'Kunne ikke finne bruker'],
    ['what is no person', 'x', new ApiError(422, 'validation'), 'Kunne ikke finne bruker'],
    ['a failing server', ingrid, new ApiError(500, 'internal'), 'Kunne ikke opprette chat'],
  ])('%s', async (_, user, error, text) => {
    if (error) server.chat['open']?.mockRejectedValue(error)
    server.profiles.get.mockImplementation(async ({ params }: { params: { id: string } }) => {
      if (params.id !== ingrid) throw new ApiError(404, 'not_found')
    })
    await open(`/chat?user=${user}`)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(address()).toBe('/chat')
    expect(server.chat['open']).toHaveBeenCalledTimes(error ? 1 : 0)
  })
})

test('the page is called after whom one talks to', async () => {
  await open('/chat')
  await screen.findByText(text('chat.choose'))
  expect(view.title).toHaveBeenLastCalledWith(text('chat.title'))
  fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
  await input()
  expect(view.title).toHaveBeenLastCalledWith(text('chat.title_with', { name: 'Ingrid Solberg' }))
})

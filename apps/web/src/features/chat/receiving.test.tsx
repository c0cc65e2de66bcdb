import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { queryClient } from '#lib/query-client'
import { setUpChat, bubbles, count, input, log, open, sendIn, view } from '../../../test/chat-page.tsx'
import { chatId, known, message, server, summary } from '../../../test/chat-server.ts'
import { become } from '../../../test/live.ts'
import { refusal } from '../../../test/server.ts'
import { containing, text } from '../../../test/text.ts'
import { UnreadDot } from './unread-mark.tsx'

setUpChat()

describe('receiving', () => {
  test('a live message appears, is announced once with its sender, and is marked as read', async () => {
    await open()
    await input()
    known.stored.push(message(4, { content: 'Plass til ski også' }))
    sendIn(`chat:${chatId}`, { event: 'message', message: known.stored[3]! })
    await waitFor(() => expect(count('Plass til ski også')).toBe(1))
    expect(
      screen.getAllByText(text('chat.announce', { name: 'Ingrid Solberg', text: 'Plass til ski også' })),
    ).toHaveLength(1)
    await waitFor(() =>
      expect(server.sentTo('chat.read').at(-1)).toMatchObject({ params: { id: chatId }, body: { seq: 4 } }),
    )
    expect(log().getAttribute('aria-live')).toBe('off')
  })

  test('messages loaded with the conversation are neither announced nor marked as read again', async () => {
    await open()
    await input()
    expect(
      screen.queryByText(containing(text('chat.announce', { name: 'Ingrid Solberg', text: '' }).trim())),
    ).toBeNull()
    expect(server.sentTo('chat.read')).toHaveLength(0)
  })

  test('unread messages are marked as read when the window has the focus, not before', async () => {
    view.focused = false
    known.list = [summary({ unread_count: 1 })]
    await open()
    await input()
    expect(server.sentTo('chat.read')).toHaveLength(0)
    view.focused = true
    act(() => void fireEvent.focus(window))
    await waitFor(() => expect(server.sentTo('chat.read')).toHaveLength(1))
  })

  test('a message that the administrator hides becomes a placeholder at once, and returns when it is shown again', async () => {
    await open()
    await input()
    expect(count('Melding 1')).toBe(1)
    const before = [...known.stored]
    known.stored = known.stored.map((one) => (one.seq === 2 ? one : { ...one, content: null, hidden: true }))
    known.list = [summary()]
    sendIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(count(text('chat.hidden'))).toBe(2))
    expect(document.body.textContent).not.toMatch(/Melding [13]/)
    expect(count('Hei, er det plass?')).toBe(1)
    known.stored = before
    known.list = [summary()]
    sendIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect([count('Melding 1'), count(text('chat.hidden'))]).toEqual([1, 0]))
  })

  test('a gap before a live message is filled at once', async () => {
    await open()
    await input()
    known.stored.push(message(4), message(5))
    sendIn(`chat:${chatId}`, { event: 'message', message: known.stored[4]! })
    await waitFor(() => expect(bubbles()).toHaveLength(5))
  })

  test('after a lost connection the messages after the last one are loaded', async () => {
    await open()
    await input()
    become('errored')
    expect(screen.getAllByText(text('chat.disconnected')).length).toBeGreaterThan(0)
    known.stored.push(message(4), message(5))
    become('joining')
    expect(screen.getAllByText(text('chat.disconnected')).length).toBeGreaterThan(0)
    become('joined')
    await waitFor(() => expect(bubbles()).toHaveLength(5))
    expect(server.sentTo('chat.messages').at(-1)).toMatchObject({ params: { id: chatId }, query: { after: '3' } })
    expect(screen.queryByText(text('chat.disconnected'))).toBeNull()
  })

  test('messages that fail to load after a lost connection are loaded again, although the connection is back', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    })
    await open()
    await input()
    become('errored')
    known.stored.push(message(4))
    server.answers['chat.messages'] = () => refusal('internal')
    become('joined')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(bubbles()).toHaveLength(3)
    delete server.answers['chat.messages']
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    await waitFor(() => expect(bubbles()).toHaveLength(4))
    vi.useRealTimers()
  })

  test('without a connection everything is loaded every three seconds, with one it is not', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    })
    await open()
    await input()
    const endpoints = ['chat.messages', 'chat.list', 'chat.unread'] as const
    const requests = () => endpoints.map((endpoint) => server.sentTo(endpoint).length)
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    const joined = requests()
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    expect(requests()).toEqual(joined)
    become('errored')
    known.stored.push(message(4))
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    await waitFor(() => expect(bubbles()).toHaveLength(4))
    expect(requests().map((number, index) => number > (joined[index] ?? 0))).toEqual([true, true, true])
    vi.useRealTimers()
  })

  test('older messages are loaded by a button, and not announced', async () => {
    known.stored = Array.from({ length: 150 }, (_, index) => message(index + 1))
    known.list = [summary()]
    await open()
    await input()
    expect(bubbles()).toHaveLength(100)
    fireEvent.click(screen.getByRole('button', { name: text('chat.load_older') }))
    await waitFor(() => expect(bubbles()).toHaveLength(150))
    expect(screen.queryByRole('button', { name: text('chat.load_older') })).toBeNull()
    expect(document.activeElement).toBe(log())
    expect(screen.queryByText(text('chat.announce_many', { count: 50, name: 'Ingrid Solberg' }))).toBeNull()
  })

  test('markup in a message is shown as text, and an address becomes a link without a referrer', async () => {
    known.stored.push(message(4, { content: '<img src=x onerror=alert(1)> https://evil.example/' }))
    await open()
    const link = await screen.findByRole('link', { name: /evil\.example/ })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(log().querySelector('img')).toBeNull()
    expect(screen.getByText(text('chat.caution_link'))).toBeTruthy()
  })
})

describe('messages deleted on another device', () => {
  const deleteElsewhere = () => {
    known.cleared = 3
    known.stored.push(message(4))
    known.list = [summary({ cleared_seq: 3 })]
  }
  const only4 = () =>
    waitFor(() => expect(bubbles().map((bubble) => bubble.match(/Melding \d/)?.[0])).toEqual(['Melding 4']))

  test('do not return from what this device has loaded before', async () => {
    await open()
    await input()
    expect(bubbles()).toHaveLength(3)
    cleanup()
    deleteElsewhere()
    await open()
    await input()
    await only4()
    expect(screen.queryByRole('button', { name: text('chat.load_older') })).toBeNull()
  })

  test('do not return after a lost connection', async () => {
    await open()
    await input()
    become('errored')
    deleteElsewhere()
    become('joined')
    await only4()
    expect(screen.queryByText('Melding 1')).toBeNull()
  })

  test('disappear when the list reports it, even when the messages cannot be loaded', async () => {
    await open()
    await input()
    server.answers['chat.messages'] = () => refusal('internal')
    known.list = [summary({ cleared_seq: 2 })]
    sendIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(bubbles()).toHaveLength(1))
  })

  test('are removed from the cache on other pages too', async () => {
    await open()
    await input()
    cleanup()
    expect(queryClient.getQueryData(['chat', 'messages', chatId])).toBeTruthy()
    const bar = (
      <QueryClientProvider client={queryClient}>
        <UnreadDot />
      </QueryClientProvider>
    )
    await act(async () => void render(bar))
    sendIn('inbox', { event: 'changed', what: 'chats' })
    expect(queryClient.getQueryData(['chat', 'messages', chatId])).toBeUndefined()
    expect(queryClient.getQueryData(['chat', 'list'])).toBeUndefined()
  })
})

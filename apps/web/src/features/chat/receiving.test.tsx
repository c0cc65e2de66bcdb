import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { queryClient } from '#lib/query-client'
import { setUpChat, bubbles, count, input, log, open, tellIn, view } from '../../../test/chat-page.tsx'
import { chatId, known, message, server, summary } from '../../../test/chat-server.ts'
import { become } from '../../../test/live.ts'
import { text } from '../../../test/text.ts'
import { UnreadDot } from './public.tsx'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat()

const offline = new ApiError(0, 'offline')

describe('receiving', () => {
  test('a live message appears, is announced once with its sender, and is marked as read', async () => {
    await open()
    await input()
    known.stored.push(message(4, { content: 'Plass til ski også' }))
    tellIn(`chat:${chatId}`, { event: 'message', message: known.stored[3]! })
    await waitFor(() => expect(count('Plass til ski også')).toBe(1))
    expect(
      screen.getAllByText(text('chat.announce', { name: 'Ingrid Solberg', text: 'Plass til ski også' })),
    ).toHaveLength(1)
    await waitFor(() =>
      expect(server.chat['read']).toHaveBeenLastCalledWith({ params: { id: chatId }, body: { seq: 4 } }),
    )
    expect(log().getAttribute('aria-live')).toBe('off')
  })

  test('what was there before is neither announced nor marked again', async () => {
    await open()
    await input()
    expect(screen.queryByText(/Ny melding fra/)).toBeNull()
    expect(server.chat['read']).not.toHaveBeenCalled()
  })

  test('unread messages are marked when seen, not while another window is used', async () => {
    view.focused = false
    known.list = [summary({ unread_count: 1 })]
    await open()
    await input()
    expect(server.chat['read']).not.toHaveBeenCalled()
    view.focused = true
    act(() => void fireEvent.focus(window))
    await waitFor(() => expect(server.chat['read']).toHaveBeenCalledTimes(1))
  })

  test('what the administrator has hidden is a placeholder, also where it was shown already; then it is back', async () => {
    await open()
    await input()
    expect(count('Melding 1')).toBe(1)
    const before = [...known.stored]
    known.stored = known.stored.map((one) => (one.seq === 2 ? one : { ...one, content: null, hidden: true }))
    known.list = [summary()]
    tellIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(count('Vi har skjult denne meldingen')).toBe(2))
    expect(document.body.textContent).not.toMatch(/Melding [13]/)
    expect(count('Hei, er det plass?')).toBe(1)
    known.stored = before
    known.list = [summary()]
    tellIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect([count('Melding 1'), count('skjult av administrator')]).toEqual([1, 0]))
  })

  test('a gap before a live message is filled at once', async () => {
    await open()
    await input()
    known.stored.push(message(4), message(5))
    tellIn(`chat:${chatId}`, { event: 'message', message: known.stored[4]! })
    await waitFor(() => expect(bubbles()).toHaveLength(5))
  })

  test('after a lost connection one catches up from the last message on', async () => {
    await open()
    await input()
    become('errored')
    expect(screen.getAllByText(text('chat.disconnected')).length).toBeGreaterThan(0)
    known.stored.push(message(4), message(5))
    become('joining')
    expect(screen.getAllByText(text('chat.disconnected')).length).toBeGreaterThan(0)
    become('joined')
    await waitFor(() => expect(bubbles()).toHaveLength(5))
    expect(server.chat['messages']).toHaveBeenLastCalledWith(
      { params: { id: chatId }, query: { after: '3' } },
      expect.anything(),
    )
    expect(screen.queryByText(text('chat.disconnected'))).toBeNull()
  })

  test('when catching up fails it is tried again, although the connection is there', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    })
    await open()
    await input()
    become('errored')
    known.stored.push(message(4))
    server.chat['messages']?.mockRejectedValueOnce(new ApiError(0, 'offline'))
    become('joined')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(bubbles()).toHaveLength(3)
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    await waitFor(() => expect(bubbles()).toHaveLength(4))
    vi.useRealTimers()
  })

  test('without a connection it asks every three seconds, with one it does not', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    })
    await open()
    await input()
    const { messages, list: lists, unread } = server.chat
    const calls = () => [messages, lists, unread].map((call) => call?.mock.calls.length ?? 0)
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    const joined = calls()
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    expect(calls()).toEqual(joined)
    become('errored')
    known.stored.push(message(4))
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    await waitFor(() => expect(bubbles()).toHaveLength(4))
    expect(calls().map((calls, index) => calls > (joined[index] ?? 0))).toEqual([true, true, true])
    vi.useRealTimers()
  })

  test('older messages are loaded by button too, and nothing is announced', async () => {
    known.stored = Array.from({ length: 150 }, (_, index) => message(index + 1))
    known.list = [summary()]
    await open()
    await input()
    expect(bubbles()).toHaveLength(100)
    fireEvent.click(screen.getByRole('button', { name: text('chat.load_older') }))
    await waitFor(() => expect(bubbles()).toHaveLength(150))
    expect(screen.queryByRole('button', { name: text('chat.load_older') })).toBeNull()
    expect(document.activeElement).toBe(log())
    expect(screen.queryByText(/nye meldinger fra/)).toBeNull()
  })

  test('what somebody wrote is text; an address becomes a link that gives nothing away', async () => {
    known.stored.push(message(4, { content: '<img src=x onerror=alert(1)> https://evil.example/' }))
    await open()
    const link = await screen.findByRole('link', { name: /evil\.example/ })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(log().querySelector('img')).toBeNull()
    expect(screen.getByText(/Åpne den bare hvis du stoler på avsenderen/)).toBeTruthy()
  })
})

describe('what was deleted on another device', () => {
  const deleteAndHear = () => {
    known.cleared = 3
    known.stored.push(message(4))
    known.list = [summary({ cleared_seq: 3 })]
  }
  const only4 = () =>
    waitFor(() => expect(bubbles().map((bubble) => bubble.match(/Melding \d/)?.[0])).toEqual(['Melding 4']))

  test('does not come back with what is still known of it here', async () => {
    await open()
    await input()
    expect(bubbles()).toHaveLength(3)
    cleanup()
    deleteAndHear()
    await open()
    await input()
    await only4()
    expect(screen.queryByRole('button', { name: text('chat.load_older') })).toBeNull()
  })

  test('nor when the net was down meanwhile', async () => {
    await open()
    await input()
    become('errored')
    deleteAndHear()
    become('joined')
    await only4()
    expect(screen.queryByText('Melding 1')).toBeNull()
  })

  test('goes as soon as the known.list tells, whether or not the messages can be asked for', async () => {
    await open()
    await input()
    server.chat['messages']?.mockRejectedValue(offline)
    known.list = [summary({ cleared_seq: 2 })]
    tellIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(bubbles()).toHaveLength(1))
  })

  test('is forgotten on other pages when they hear of it', async () => {
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
    tellIn('inbox', { event: 'changed', what: 'chats' })
    expect(queryClient.getQueryData(['chat', 'messages', chatId])).toBeUndefined()
    expect(queryClient.getQueryData(['chat', 'list'])).toBeUndefined()
  })
})

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from '@samtur/contract/live'
import { ApiError } from '#lib/api'
import { queryClient } from '#lib/query-client'
import { setUpChat, input, log, open, tellIn } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, me, server, summary } from '../../../test/chat-server.ts'
import { text } from '../../../test/text.ts'
import { UnreadDot } from './public.tsx'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat()

describe('the unread dot', () => {
  const incoming: LiveEvent = { event: 'new_message', chat_id: chatId, seq: 4, sender_id: ingrid }

  test('shows unread messages, also in the title, and goes when they are read', async () => {
    document.title = text('chat.title')
    server.chat['unread']?.mockResolvedValue({ chats: [{ chat_id: chatId, count: 2 }], total: 2 })
    known.list = [summary({ unread_count: 2 })]
    await open('/chat')
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
    expect(document.title).toBe('(2) Meldinger')
    server.chat['unread']?.mockResolvedValue({ chats: [], total: 0 })
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
    expect(document.title).toBe(text('chat.title'))
  })

  test('one status tells of it, however many dots there are', async () => {
    server.chat['unread']?.mockResolvedValue({ chats: [{ chat_id: chatId, count: 2 }], total: 2 })
    const page = (
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <UnreadDot announces />
          <UnreadDot />
        </Suspense>
      </QueryClientProvider>
    )
    await act(async () => void render(page))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(text('nav.chat_unread')))
    expect(screen.getAllByText(text('nav.chat_unread'))).toHaveLength(3)
  })

  test('comes on with a live message, even when the server cannot say how many', async () => {
    await open('/chat')
    await screen.findByText(text('chat.choose'))
    expect(screen.queryByText(text('nav.chat_unread'))).toBeNull()
    server.chat['unread']?.mockRejectedValue(new ApiError(500, 'internal'))
    tellIn('inbox', incoming)
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
  })

  test('comes on for what arrives below while one reads further up', async () => {
    await open()
    await input()
    const places = { scrollHeight: 1_000, clientHeight: 100 }
    for (const [name, value] of Object.entries(places)) Object.defineProperty(log(), name, { value })
    log().scrollTop = 0
    server.chat['unread']?.mockResolvedValue({ chats: [{ chat_id: chatId, count: 1 }], total: 1 })
    fireEvent.scroll(log())
    tellIn('inbox', incoming)
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
  })

  test('not for one’s own, nor for what is being read', async () => {
    await open()
    await input()
    const asked = server.chat['unread']?.mock.calls.length
    tellIn('inbox', incoming)
    tellIn('inbox', { ...incoming, sender_id: me })
    expect(screen.queryByText(text('nav.chat_unread'))).toBeNull()
    expect(server.chat['unread']?.mock.calls.length).toBe(asked ?? 0)
  })
})

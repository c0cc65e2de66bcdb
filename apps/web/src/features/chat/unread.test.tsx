import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from '@samtur/contract/live'
import { setUpChat, input, log, open, sendIn } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, me, server, summary } from '../../../test/chat-server.ts'
import { refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { UnreadDot } from './unread-mark.tsx'

setUpChat()

describe('the unread dot', () => {
  const incoming: LiveEvent = { event: 'new_message', chat_id: chatId, seq: 4, sender_id: ingrid }

  test('shows unread messages, also in the title, and disappears when they are read', async () => {
    document.title = text('chat.title')
    known.total = 2
    known.list = [summary({ unread_count: 2 })]
    await open('/chat')
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
    expect(document.title).toBe(`(2) ${text('chat.title')}`)
    known.total = 0
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
    expect(document.title).toBe(text('chat.title'))
  })

  test('one status announces it and one dot counts in the title, however many dots there are', async () => {
    document.title = text('chat.title')
    known.total = 2
    const watching = vi.spyOn(MutationObserver.prototype, 'observe')
    const dots = (
      <Suspense>
        <UnreadDot announces />
        <UnreadDot />
      </Suspense>
    )
    await act(async () => void (await show(dots)))
    await screen.findByText(text('nav.chat_unread'), { selector: '[role=status]' })
    expect(screen.getAllByText(text('nav.chat_unread'))).toHaveLength(3)
    expect(document.title).toBe(`(2) ${text('chat.title')}`)
    const onTitle = watching.mock.calls.filter(([watched]) => watched === document.head)
    // Once while the number is unknown, and once when it has arrived.
    expect(onTitle).toHaveLength(2)
    watching.mockRestore()
  })

  test('appears with a live message, even when the number cannot be loaded', async () => {
    await open('/chat')
    await screen.findByText(text('chat.choose'))
    expect(screen.queryByText(text('nav.chat_unread'))).toBeNull()
    server.answers['chat.unread'] = () => refusal('internal')
    sendIn('inbox', incoming)
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
  })

  test('appears for a message that arrives below while the person reads further up', async () => {
    await open()
    await input()
    const places = { scrollHeight: 1_000, clientHeight: 100 }
    for (const [name, value] of Object.entries(places)) Object.defineProperty(log(), name, { value })
    log().scrollTop = 0
    known.total = 1
    fireEvent.scroll(log())
    sendIn('inbox', incoming)
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
  })

  test('does not appear for own messages, nor for the conversation being read', async () => {
    await open()
    await input()
    const before = server.sentTo('chat.unread').length
    sendIn('inbox', incoming)
    sendIn('inbox', { ...incoming, sender_id: me })
    expect(screen.queryByText(text('nav.chat_unread'))).toBeNull()
    expect(server.sentTo('chat.unread')).toHaveLength(before)
  })
})

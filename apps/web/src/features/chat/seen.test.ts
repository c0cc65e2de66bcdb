import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { live as times, PRODUCT_NAME } from '@samtur/contract/constants'
import type { LiveEvent } from '@samtur/contract/live'
import { setUpChat, input, log, openConversation, sendIn } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, me, message, own, server, summary } from '../../../test/chat-server.ts'
import { joinAgain, line } from '../../../test/live.ts'
import { text } from '../../../test/text.ts'

setUpChat({ withPer: true })

const inChat = `chat:${chatId}`

afterEach(() => void vi.useRealTimers())

describe('the read mark', () => {
  const read = (seq: number, reader_id = ingrid): LiveEvent => ({ event: 'read', chat_id: chatId, reader_id, seq })
  /** Returns the texts of the messages and of the read mark, in order. */
  const shown = () => (log().textContent ?? '').match(new RegExp(String.raw`Melding \d|${text('chat.seen')}`, 'g'))

  test('is below the last own message that the other person has read, and only there', async () => {
    known.stored = [own(1), own(2), message(3), own(4)]
    known.list = [summary({ seen_seq: 2 })]
    await openConversation()
    expect(shown()).toEqual(['Melding 1', 'Melding 2', text('chat.seen'), 'Melding 3', 'Melding 4'])
    // It is not announced.
    for (const status of screen.getAllByRole('status')) expect(status.textContent).not.toContain(text('chat.seen'))
    expect(log().getAttribute('aria-live')).toBe('off')
  })

  test('moves forward live, never back, and keeps the space it leaves', async () => {
    known.stored = [own(1), own(2)]
    known.list = [summary({ seen_seq: 1 })]
    await openConversation()
    expect(shown()).toEqual(['Melding 1', text('chat.seen'), 'Melding 2'])
    sendIn(inChat, read(2))
    await waitFor(() => expect(shown()?.at(-1)).toBe(text('chat.seen')))
    // The first is invisible, and only keeps the space.
    expect(
      within(log())
        .getAllByText(text('chat.seen'))
        .map(({ className }) => className.includes('invisible')),
    ).toEqual([true, false])
    sendIn(inChat, read(1))
    expect(shown()?.at(-1)).toBe(text('chat.seen'))
    // An older response of the server does not move it back either.
    joinAgain(inChat)
    await waitFor(() => expect(server.sentTo('chat.list').length).toBeGreaterThan(2))
    expect(shown()?.at(-1)).toBe(text('chat.seen'))
    known.stored.push(message(3))
    sendIn(inChat, { event: 'message', message: known.stored[2]! })
    await waitFor(() => expect(shown()).toEqual(['Melding 1', 'Melding 2', text('chat.seen'), 'Melding 3']))
  })

  test('does not move when the person reads', async () => {
    known.stored = [own(1), message(2), own(3)]
    await openConversation()
    expect(shown()).not.toContain(text('chat.seen'))
    sendIn(inChat, read(3, me))
    sendIn(inChat, read(1))
    await waitFor(() => expect(shown()).toEqual(['Melding 1', text('chat.seen'), 'Melding 2', 'Melding 3']))
  })

  test('is loaded again when the conversation is joined', async () => {
    await openConversation()
    expect(shown()).not.toContain(text('chat.seen'))
    known.list = [summary({ seen_seq: 2 })]
    joinAgain(inChat)
    await waitFor(() => expect(shown()?.at(-1)).toBe(text('chat.seen')))
  })
})

describe('the typing note', () => {
  const typing = (user_id = ingrid): LiveEvent => ({ event: 'typing', chat_id: chatId, user_id })
  const note = () => screen.queryByText(text('chat.typing', { name: 'Ingrid Solberg' }))

  test('is shown until no typing event arrives for a while', async () => {
    await openConversation()
    vi.useFakeTimers()
    sendIn(inChat, typing(me))
    expect(note()).toBeNull()
    sendIn(inChat, typing())
    expect(note()).toBeTruthy()
    act(() => void vi.advanceTimersByTime(times.typingEvery * 2 - 1))
    sendIn(inChat, typing())
    act(() => void vi.advanceTimersByTime(times.typingEvery * 2 - 1))
    expect(note()).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1))
    expect(note()).toBeNull()
  })

  test('ends when the message arrives, and is not announced to screen readers', async () => {
    await openConversation()
    sendIn(inChat, typing())
    expect(note()).toBeTruthy()
    for (const status of screen.getAllByRole('status'))
      expect(status.textContent).not.toContain(text('chat.typing', { name: 'Ingrid Solberg' }))
    known.stored.push(message(3))
    sendIn(inChat, { event: 'message', message: known.stored[2]! })
    await waitFor(() => expect(note()).toBeNull())
    sendIn(inChat, typing())
    expect(note()).toBeTruthy()
  })

  test('is sent while the person types, and not too often', async () => {
    const clock = vi.spyOn(performance, 'now')
    await openConversation()
    const field = await input()
    const write = (value: string, at: number) => {
      clock.mockReturnValue(100_000 + at)
      fireEvent.change(field, { target: { value } })
      return line.sendTyping.mock.calls.length
    }
    expect(write(' ', 0)).toBe(0)
    expect(write(' H', 10)).toBe(1)
    expect(line.sendTyping).toHaveBeenLastCalledWith(inChat)
    expect(write(' He', times.typingEvery)).toBe(1)
    expect(write(' Hei', times.typingEvery + 10)).toBe(2)
    expect(write('', times.typingEvery * 4)).toBe(2)
    // A typing event that could not be sent is sent again.
    line.sendTyping.mockReturnValueOnce(false)
    expect(write('H', times.typingEvery * 5)).toBe(3)
    expect(write('He', times.typingEvery * 5 + 10)).toBe(4)
    // The next text is another message.
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(write('D', times.typingEvery * 5 + 20)).toBe(5)
    clock.mockRestore()
  })
})

const caution = (id: 'chat.caution_number' | 'chat.caution_payment') => text(id, { product: PRODUCT_NAME })

test('cautions about telephone numbers and payment end when a trip is agreed', async () => {
  known.stored = [message(1, { content: 'Ring 912 34 567' }), message(2, { content: 'Kan du betale på forhånd?' })]
  await openConversation()
  expect(screen.getByText(caution('chat.caution_number'))).toBeTruthy()
  expect(screen.getByText(caution('chat.caution_payment'))).toBeTruthy()
  known.list = [summary({ trip_agreed: true })]
  sendIn('inbox', { event: 'changed', what: 'chats' })
  await waitFor(() => expect(screen.queryByText(caution('chat.caution_number'))).toBeNull())
  expect(screen.queryByText(caution('chat.caution_payment'))).toBeNull()
})

test('reading on another device removes the dot and the number in the title', async () => {
  known.total = 1
  await openConversation('/chat')
  expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
  // Another page sets its own title.
  act(() => void (document.title = 'Mine turer – Samtur'))
  await waitFor(() => expect(document.title).toBe('(1) Mine turer – Samtur'))
  known.total = 0
  sendIn('inbox', { event: 'read', chat_id: chatId, reader_id: me, seq: 2 })
  await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
  expect(document.title).toBe('Mine turer – Samtur')
})

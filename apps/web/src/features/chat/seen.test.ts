import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { live as times } from '@samtur/contract/constants'
import type { LiveEvent } from '@samtur/contract/live'
import { setUpChat, input, log, openTalk, tellIn } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, me, message, own, server, summary } from '../../../test/chat-server.ts'
import { joinAgain, line } from '../../../test/live.ts'
import { text } from '../../../test/text.ts'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat({ withPer: true })

const inChat = `chat:${chatId}`

afterEach(() => void vi.useRealTimers())

describe('seen', () => {
  const read = (seq: number, reader_id = ingrid): LiveEvent => ({ event: 'read', chat_id: chatId, reader_id, seq })
  /** The texts of the messages and of 'seen', in order. */
  const shown = () => (log().textContent ?? '').match(/Melding \d|Sett/g)

  test('stands below the last own message that has been read, and only there', async () => {
    known.stored = [own(1), own(2), message(3), own(4)]
    known.list = [summary({ seen_seq: 2 })]
    await openTalk()
    expect(shown()).toEqual(['Melding 1', 'Melding 2', text('chat.seen'), 'Melding 3', 'Melding 4'])
  })

  test('goes on live, never back, and keeps the place it leaves', async () => {
    known.stored = [own(1), own(2)]
    known.list = [summary({ seen_seq: 1 })]
    await openTalk()
    expect(shown()).toEqual(['Melding 1', text('chat.seen'), 'Melding 2'])
    tellIn(inChat, read(2))
    await waitFor(() => expect(shown()?.at(-1)).toBe(text('chat.seen')))
    // Two of them would be one too many: the first is only a place.
    expect(
      within(log())
        .getAllByText(text('chat.seen'))
        .map(({ className }) => className.includes('invisible')),
    ).toEqual([true, false])
    tellIn(inChat, read(1))
    expect(shown()?.at(-1)).toBe(text('chat.seen'))
    // An older response of the server does not undo it either.
    joinAgain(inChat)
    await waitFor(() => expect(server.chat['list']?.mock.calls.length).toBeGreaterThan(2))
    expect(shown()?.at(-1)).toBe(text('chat.seen'))
    known.stored.push(message(3))
    tellIn(inChat, { event: 'message', message: known.stored[2]! })
    await waitFor(() => expect(shown()).toEqual(['Melding 1', 'Melding 2', text('chat.seen'), 'Melding 3']))
  })

  test('is not told by one’s own reading', async () => {
    known.stored = [own(1), message(2), own(3)]
    await openTalk()
    expect(shown()).not.toContain(text('chat.seen'))
    tellIn(inChat, read(3, me))
    tellIn(inChat, read(1))
    await waitFor(() => expect(shown()).toEqual(['Melding 1', text('chat.seen'), 'Melding 2', 'Melding 3']))
  })

  test('is caught up with whenever the conversation is joined', async () => {
    await openTalk()
    expect(shown()).not.toContain(text('chat.seen'))
    known.list = [summary({ seen_seq: 2 })]
    joinAgain(inChat)
    await waitFor(() => expect(shown()?.at(-1)).toBe(text('chat.seen')))
  })

  test('is announced to nobody', async () => {
    known.list = [summary({ seen_seq: 2 })]
    await openTalk()
    for (const status of screen.getAllByRole('status')) expect(status.textContent).not.toContain(text('chat.seen'))
    expect(log().getAttribute('aria-live')).toBe('off')
  })
})

describe('writing', () => {
  const typing = (user_id = ingrid): LiveEvent => ({ event: 'typing', chat_id: chatId, user_id })
  const note = () => screen.queryByText(text('chat.typing', { name: 'Ingrid Solberg' }))

  test('is shown until nothing more is heard of it', async () => {
    await openTalk()
    vi.useFakeTimers()
    tellIn(inChat, typing(me))
    expect(note()).toBeNull()
    tellIn(inChat, typing())
    expect(note()).toBeTruthy()
    act(() => void vi.advanceTimersByTime(times.typingEvery * 2 - 1))
    tellIn(inChat, typing())
    act(() => void vi.advanceTimersByTime(times.typingEvery * 2 - 1))
    expect(note()).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1))
    expect(note()).toBeNull()
  })

  test('is over when the message is there, and announced to nobody', async () => {
    await openTalk()
    tellIn(inChat, typing())
    expect(note()).toBeTruthy()
    for (const status of screen.getAllByRole('status')) expect(status.textContent).not.toContain('skriver')
    known.stored.push(message(3))
    tellIn(inChat, { event: 'message', message: known.stored[2]! })
    await waitFor(() => expect(note()).toBeNull())
    tellIn(inChat, typing())
    expect(note()).toBeTruthy()
  })

  test('is said while something is being written, and not too often', async () => {
    const clock = vi.spyOn(performance, 'now')
    await openTalk()
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
    // Before the socket has joined the event is not sent.
    line.sendTyping.mockReturnValueOnce(false)
    expect(write('H', times.typingEvery * 5)).toBe(3)
    expect(write('He', times.typingEvery * 5 + 10)).toBe(4)
    // What follows is another message.
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(write('D', times.typingEvery * 5 + 20)).toBe(5)
    clock.mockRestore()
  })
})

test('words of care about numbers and payment end when a trip is agreed', async () => {
  known.stored = [message(1, { content: 'Ring 912 34 567' }), message(2, { content: 'Kan du betale på forhånd?' })]
  await openTalk()
  expect(screen.getByText(/Ring og betal bare/)).toBeTruthy()
  expect(screen.getByText(/ikke på forhånd\. Betalingen/)).toBeTruthy()
  known.list = [summary({ trip_agreed: true })]
  tellIn('inbox', { event: 'changed', what: 'chats' })
  await waitFor(() => expect(screen.queryByText(/Ring og betal bare/)).toBeNull())
  expect(screen.queryByText(/ikke på forhånd\. Betalingen/)).toBeNull()
})

test('what is read on another device leaves dot and title', async () => {
  known.total = 1
  await openTalk('/chat')
  expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
  // Another page has put its own title there meanwhile.
  act(() => void (document.title = 'Mine turer – Samtur'))
  await waitFor(() => expect(document.title).toBe('(1) Mine turer – Samtur'))
  known.total = 0
  tellIn('inbox', { event: 'read', chat_id: chatId, reader_id: me, seq: 2 })
  await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
  expect(document.title).toBe('Mine turer – Samtur')
})

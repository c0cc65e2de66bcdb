import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api'
import { setUpChat, address, choose, input, log, openTalk, tellIn } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, me, message, server, summary, withPer } from '../../../test/chat-server.ts'
import { text } from '../../../test/text.ts'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat({ withPer: true })

const entry = (name: RegExp) => screen.queryByRole('link', { name })

describe('deleting', () => {
  test('asks, closes the conversation, and leaves the focus with the list', async () => {
    await openTalk()
    const dialog = await choose(text('chat.delete'))
    expect(dialog.getByText(/Ingrid Solberg beholder sin side/)).toBeTruthy()
    expect(server.chat['remove']).not.toHaveBeenCalled()
    fireEvent.click(dialog.getByRole('button', { name: text('chat.delete') }))
    expect(await screen.findByText(text('chat.deleted'))).toBeTruthy()
    expect(server.chat['remove']).toHaveBeenCalledExactlyOnceWith({ params: { id: chatId }, query: {} })
    await waitFor(() => expect(address()).toBe('/chat'))
    expect(entry(/Ingrid Solberg/)).toBeNull()
    expect(screen.getByText(text('chat.choose'))).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(entry(/Per Persen/)?.closest('ul')))
  })

  test('of the last one leaves the focus with the heading', async () => {
    known.list = [summary()]
    await openTalk()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    expect(await screen.findByText(text('chat.empty'))).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: text('chat.title') })))
  })

  test.each([
    ['an answer of false', async () => false],
    ['an error', () => Promise.reject(new ApiError(500, 'internal'))],
  ])('%s is a failure, and nothing goes away', async (_, answer) => {
    server.chat['remove'] = vi.fn(answer)
    await openTalk()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    expect(await within(await screen.findByRole('alert')).findByText(text('chat.delete_failed'))).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe(`/chat?chat=${chatId}`)
    await input()
  })

  test('one that is deleted on another device closes here, and begins anew when it comes back', async () => {
    known.total = 1
    await openTalk()
    await waitFor(() => expect(screen.getByText('Melding 1')).toBeTruthy())
    const both = known.list
    known.list = [withPer()]
    known.total = 0
    tellIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(address()).toBe('/chat'))
    await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
    known.stored = [message(3)]
    known.list = both
    tellIn('inbox', { event: 'new_message', chat_id: chatId, seq: 3, sender_id: ingrid })
    await waitFor(() => expect(entry(/Ingrid Solberg/)).toBeTruthy())
    fireEvent.click(entry(/Ingrid Solberg/)!)
    await input()
    expect(within(log()).getByText('Melding 3')).toBeTruthy()
    expect(within(log()).queryByText('Melding 1')).toBeNull()
  })
})

describe('leaving with something on its way', () => {
  interface Send {
    body: { content: string; client_id: string }
  }
  const held = () => {
    const answers: { answer: () => void; fail: (error: unknown) => void; content: string }[] = []
    server.chat['send'] = vi.fn(
      ({ body }: Send) =>
        new Promise((resolve, fail) => {
          const answer = () => resolve(message(known.stored.length + 1, { sender_id: me, ...body }))
          answers.push({ answer, fail, content: body.content })
        }),
    )
    return answers
  }
  const sendTwo = async () => {
    const field = await input()
    for (const value of ['Hei', 'Igjen']) {
      fireEvent.change(field, { target: { value } })
      fireEvent.keyDown(field, { key: 'Enter' })
    }
    fireEvent.change(field, { target: { value: 'Begynt' } })
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
    return field
  }

  test('the text under way is waited for, the others are not sent', async () => {
    const answers = held()
    await openTalk()
    await sendTwo()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    await act(async () => {})
    expect(server.chat['remove']).not.toHaveBeenCalled()
    await act(async () => answers[0]!.answer())
    expect(await screen.findByText(text('chat.deleted'))).toBeTruthy()
    expect(server.chat['remove']).toHaveBeenCalledTimes(1)
    expect(answers.map(({ content }) => content)).toEqual(['Hei'])
    // Should the conversation come back, it begins anew.
    known.list = [summary(), withPer()]
    tellIn('inbox', { event: 'new_message', chat_id: chatId, seq: 3, sender_id: ingrid })
    await waitFor(() => expect(entry(/Ingrid Solberg/)).toBeTruthy())
    fireEvent.click(entry(/Ingrid Solberg/)!)
    expect((await input()).value).toBe('')
  })

  test('one that fails does not cover the word about the block', async () => {
    const answers = held()
    await openTalk()
    await sendTwo()
    fireEvent.click((await choose(text('chat.block'))).getByRole('button', { name: text('chat.block') }))
    await act(async () => answers[0]!.fail(new ApiError(500, 'internal')))
    expect(await screen.findByText(text('chat.blocked'))).toBeTruthy()
    expect(screen.queryByText(/Kunne ikke sende melding/)).toBeNull()
    expect(answers).toHaveLength(1)
  })

  test('nothing is lost when it cannot be left', async () => {
    server.chat['remove'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    const answers = held()
    await openTalk()
    const field = await sendTwo()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    await act(async () => answers[0]!.fail(new ApiError(0, 'offline')))
    expect(await screen.findByText(/^Kunne ikke slette samtale/)).toBeTruthy()
    expect(field.value).toBe('Hei\nIgjen\nBegynt')
  })
})

describe('blocking', () => {
  test('says that agreed seats stay, where there are any', async () => {
    await openTalk()
    const trip = /^Plasser som allerede er godtatt/
    expect((await choose(text('chat.block'))).queryByText(trip)).toBeNull()
    known.list = [summary({ trip_agreed: true }), withPer()]
    // The driver who accepted the seat gets only this event.
    tellIn('inbox', { event: 'changed', what: 'reservations' })
    expect(await screen.findByText(trip)).toBeTruthy()
  })

  test('says what it does, closes the conversation, and the red dot goes', async () => {
    known.total = 2
    await openTalk('/chat')
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
    expect(document.title).toBe('(2) Meldinger – Samtur')
    vi.mocked(document.hasFocus).mockReturnValue(false)
    fireEvent.click(entry(/Ingrid Solberg/)!)
    await input()
    const dialog = await choose(text('chat.block'))
    expect(dialog.getByRole('heading', { name: text('chat.block_title', { name: 'Ingrid Solberg' }) })).toBeTruthy()
    expect(dialog.getByText(/Ingrid Solberg får ikke vite det/)).toBeTruthy()
    known.total = 0
    fireEvent.click(dialog.getByRole('button', { name: text('chat.block') }))
    expect(await screen.findByText(text('chat.blocked'))).toBeTruthy()
    expect(server.moderation['block']).toHaveBeenCalledExactlyOnceWith({ params: { userId: ingrid } })
    await waitFor(() => expect(address()).toBe('/chat'))
    expect(entry(/Ingrid Solberg/)).toBeNull()
    await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
    expect(document.title).toBe('Meldinger – Samtur')
    vi.mocked(document.hasFocus).mockReturnValue(true)
  })

  test('a failure is told', async () => {
    server.moderation['block'] = vi.fn(() => Promise.reject(new ApiError(0, 'offline')))
    await openTalk()
    fireEvent.click((await choose(text('chat.block'))).getByRole('button', { name: text('chat.block') }))
    expect(await screen.findByText(/^Kunne ikke blokkere bruker/)).toBeTruthy()
    expect(address()).toBe(`/chat?chat=${chatId}`)
  })
})

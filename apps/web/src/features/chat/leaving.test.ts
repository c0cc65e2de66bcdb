import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { setUpChat, address, choose, input, log, openConversation, sendIn } from '../../../test/chat-page.tsx'
import { chatId, ingrid, known, message, server, store, summary, withPer } from '../../../test/chat-server.ts'
import { noNetwork, refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'

setUpChat({ withPer: true })

const entry = (name: RegExp) => screen.queryByRole('link', { name })

describe('deleting', () => {
  test('deleting needs a confirmation, closes the conversation, and moves the focus to the list', async () => {
    await openConversation()
    const dialog = await choose(text('chat.delete'))
    expect(dialog.getByText(text('chat.delete_text', { name: 'Ingrid Solberg' }))).toBeTruthy()
    expect(server.sentTo('chat.remove')).toHaveLength(0)
    fireEvent.click(dialog.getByRole('button', { name: text('chat.delete') }))
    expect(await screen.findByText(text('chat.deleted'))).toBeTruthy()
    expect(server.sentTo('chat.remove')).toMatchObject([{ params: { id: chatId }, query: {} }])
    await waitFor(() => expect(address()).toBe('/chat'))
    expect(entry(/Ingrid Solberg/)).toBeNull()
    expect(screen.getByText(text('chat.choose'))).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(entry(/Per Persen/)?.closest('ul')))
  })

  test('deleting the last conversation moves the focus to the heading', async () => {
    known.list = [summary()]
    await openConversation()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    expect(await screen.findByText(text('chat.empty'))).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: text('chat.title') })))
  })

  test.each([
    ['a response of false', () => false],
    ['an error', () => refusal('internal')],
  ])('%s shows a failure and keeps the conversation', async (_, answer) => {
    server.answers['chat.remove'] = answer
    await openConversation()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    expect(await within(await screen.findByRole('alert')).findByText(text('chat.delete_failed'))).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe(`/chat?chat=${chatId}`)
    await input()
  })

  test('a conversation deleted on another device closes here, and returns without its old messages', async () => {
    known.total = 1
    await openConversation()
    await waitFor(() => expect(screen.getByText('Melding 1')).toBeTruthy())
    const both = known.list
    known.list = [withPer()]
    known.total = 0
    sendIn('inbox', { event: 'changed', what: 'chats' })
    await waitFor(() => expect(address()).toBe('/chat'))
    await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
    known.stored = [message(3)]
    known.list = both
    sendIn('inbox', { event: 'new_message', chat_id: chatId, seq: 3, sender_id: ingrid })
    await waitFor(() => expect(entry(/Ingrid Solberg/)).toBeTruthy())
    fireEvent.click(entry(/Ingrid Solberg/)!)
    await input()
    expect(within(log()).getByText('Melding 3')).toBeTruthy()
    expect(within(log()).queryByText('Melding 1')).toBeNull()
  })
})

describe('leaving while messages are being sent', () => {
  const sendTwo = async () => {
    const field = await input()
    for (const value of ['Hei', 'Igjen']) {
      fireEvent.change(field, { target: { value } })
      fireEvent.keyDown(field, { key: 'Enter' })
    }
    fireEvent.change(field, { target: { value: 'Begynt' } })
    await waitFor(() => expect(server.sentTo('chat.send')).toHaveLength(1))
    return field
  }

  test('deleting waits for the message being sent, and the waiting ones are not sent', async () => {
    const held = server.hold('chat.send')
    await openConversation()
    await sendTwo()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    await act(async () => {})
    expect(server.sentTo('chat.remove')).toHaveLength(0)
    await act(async () => held[0]!.respond(store(held[0]!.request.body)))
    expect(await screen.findByText(text('chat.deleted'))).toBeTruthy()
    expect(server.sentTo('chat.remove')).toHaveLength(1)
    expect(held.map(({ request }) => request.body.content)).toEqual(['Hei'])
    // The conversation returns with a new message, without the old draft.
    known.list = [summary(), withPer()]
    sendIn('inbox', { event: 'new_message', chat_id: chatId, seq: 3, sender_id: ingrid })
    await waitFor(() => expect(entry(/Ingrid Solberg/)).toBeTruthy())
    fireEvent.click(entry(/Ingrid Solberg/)!)
    expect((await input()).value).toBe('')
  })

  test('a message that fails does not replace the confirmation of the block', async () => {
    const held = server.hold('chat.send')
    await openConversation()
    await sendTwo()
    fireEvent.click((await choose(text('chat.block'))).getByRole('button', { name: text('chat.block') }))
    await act(async () => held[0]!.respond(refusal('internal')))
    expect(await screen.findByText(text('chat.blocked'))).toBeTruthy()
    expect(screen.queryByText(text('chat.send_failed'))).toBeNull()
    expect(held).toHaveLength(1)
  })

  test('no text is lost when the deletion fails', async () => {
    server.answers['chat.remove'] = noNetwork
    const held = server.hold('chat.send')
    await openConversation()
    const field = await sendTwo()
    fireEvent.click((await choose(text('chat.delete'))).getByRole('button', { name: text('chat.delete') }))
    await act(async () => held[0]!.lose())
    expect(await screen.findByText(text('chat.delete_failed'))).toBeTruthy()
    expect(field.value).toBe('Hei\nIgjen\nBegynt')
  })
})

describe('blocking', () => {
  test('the dialog says that accepted seats stay, when there are any', async () => {
    await openConversation()
    const trip = text('chat.block_trip')
    expect((await choose(text('chat.block'))).queryByText(trip)).toBeNull()
    known.list = [summary({ trip_agreed: true }), withPer()]
    // The person who has accepted a seat receives only this event.
    sendIn('inbox', { event: 'changed', what: 'reservations' })
    expect(await screen.findByText(trip)).toBeTruthy()
  })

  test('blocking names its effects, closes the conversation, and removes the unread dot', async () => {
    known.total = 2
    await openConversation('/chat')
    expect(await screen.findByText(text('nav.chat_unread'))).toBeTruthy()
    expect(document.title).toBe('(2) Meldinger – Samtur')
    vi.mocked(document.hasFocus).mockReturnValue(false)
    fireEvent.click(entry(/Ingrid Solberg/)!)
    await input()
    const dialog = await choose(text('chat.block'))
    expect(dialog.getByRole('heading', { name: text('chat.block_title', { name: 'Ingrid Solberg' }) })).toBeTruthy()
    expect(dialog.getByText(text('chat.block_text', { name: 'Ingrid Solberg' }))).toBeTruthy()
    known.total = 0
    fireEvent.click(dialog.getByRole('button', { name: text('chat.block') }))
    expect(await screen.findByText(text('chat.blocked'))).toBeTruthy()
    expect(server.sentTo('moderation.block')).toMatchObject([{ params: { userId: ingrid } }])
    await waitFor(() => expect(address()).toBe('/chat'))
    expect(entry(/Ingrid Solberg/)).toBeNull()
    await waitFor(() => expect(screen.queryByText(text('nav.chat_unread'))).toBeNull())
    expect(document.title).toBe('Meldinger – Samtur')
    vi.mocked(document.hasFocus).mockReturnValue(true)
  })

  test('a failed block shows an error and keeps the conversation', async () => {
    server.answers['moderation.block'] = noNetwork
    await openConversation()
    fireEvent.click((await choose(text('chat.block'))).getByRole('button', { name: text('chat.block') }))
    expect(await screen.findByText(text('chat.block_failed'))).toBeTruthy()
    expect(address()).toBe(`/chat?chat=${chatId}`)
  })
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import { setUpChat, bubbles, count, input, open, ownText, sendIn, write } from '../../../test/chat-page.tsx'
import { chatId, known, server, store, summary } from '../../../test/chat-server.ts'
import { line } from '../../../test/live.ts'
import { refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'

setUpChat()

/** Writes a message, and holds its request. */
async function writeHeld(content: string) {
  const held = server.hold('chat.send')
  await open()
  const field = await write(content)
  await waitFor(() => expect(held).toHaveLength(1))
  return { held, field }
}

describe('sending', () => {
  test('a message is shown at once, and only once when response and live event both bring it', async () => {
    const held = server.hold('chat.send')
    await open()
    const field = await write('Jeg tar med ski')
    expect(field.value).toBe('')
    await waitFor(() => expect(bubbles().at(-1)).toContain(text('chat.sending')))
    expect(count('Jeg tar med ski')).toBe(1)
    await waitFor(() => expect(held).toHaveLength(1))
    const real = store(held[0]!.request.body)
    sendIn(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(bubbles().at(-1)).not.toContain(text('chat.sending')))
    expect(count('Jeg tar med ski')).toBe(1)
    await act(async () => held[0]!.respond(real))
    expect(count('Jeg tar med ski')).toBe(1)
    expect(document.activeElement).toBe(field)
  })

  test('pressing Enter twice sends once', async () => {
    await open()
    const field = await write('Hei')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(server.sentTo('chat.send')).toHaveLength(1))
    await waitFor(() => expect(count('Hei')).toBe(2))
  })

  test('Shift+Enter and Enter while composing a character do not send', async () => {
    await open()
    await write('Hei', { key: 'Enter', shiftKey: true })
    await write('へい', { key: 'Enter', isComposing: true })
    expect(server.sentTo('chat.send')).toHaveLength(0)
    expect((await input()).value).toBe('へい')
  })

  test('a text without visible characters cannot be sent, nor one that is too long', async () => {
    await open()
    const button = await screen.findByRole('button', { name: text('chat.send') })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await write(' \n\u200b ')
    await write('a'.repeat(2001))
    expect(screen.getByText(text('chat.too_long', { count: 1 }))).toBeTruthy()
    fireEvent.click(button)
    expect(server.sentTo('chat.send')).toHaveLength(0)
    await write('a'.repeat(2000))
    await waitFor(() => expect(server.sentTo('chat.send')).toHaveLength(1))
  })

  test('a message sent over the live connection is not sent over HTTP', async () => {
    line.send.mockImplementation(async (_, { client_id, content }) => store({ client_id, content }))
    await open()
    await write('Jeg tar med ski')
    await waitFor(() => expect(count('Jeg tar med ski')).toBe(1))
    await waitFor(() => expect(bubbles().at(-1)).not.toContain(text('chat.sending')))
    expect(line.send).toHaveBeenCalledExactlyOnceWith(`chat:${chatId}`, {
      client_id: known.stored.at(-1)?.client_id,
      content: 'Jeg tar med ski',
    })
    expect(server.sentTo('chat.send')).toHaveLength(0)
  })

  test('a message that the live connection does not confirm is sent over HTTP under the same id, and shown once', async () => {
    const answers: ((message?: Message) => void)[] = []
    line.send.mockImplementation(() => new Promise((answer) => answers.push(answer)))
    await open()
    await write('Jeg tar med ski')
    await waitFor(() => expect(answers).toHaveLength(1))
    const [[, draft] = []] = line.send.mock.calls
    // It was stored, and only the response was lost.
    store(draft!)
    await act(async () => answers[0]?.())
    await waitFor(() => expect(server.sentTo('chat.send')).toHaveLength(1))
    expect(server.sentTo('chat.send')).toMatchObject([{ params: { id: chatId }, body: draft! }])
    await waitFor(() => expect(bubbles().at(-1)).not.toContain(text('chat.sending')))
    expect(count('Jeg tar med ski')).toBe(1)
  })

  test('several messages are sent one after the other, in the order they were written', async () => {
    const held = server.hold('chat.send')
    await open()
    await write('En')
    await write('To')
    await waitFor(() => expect(held).toHaveLength(1))
    const [one, two] = bubbles().slice(-2)
    expect([one, two]).toEqual([expect.stringContaining(ownText('En')), expect.stringContaining(ownText('To'))])
    await act(async () => held[0]!.respond(store(held[0]!.request.body)))
    await waitFor(() => expect(held).toHaveLength(2))
    expect(held[1]?.request.body.content).toBe('To')
  })

  test('a failed message shows an error and returns to the input, and the retry keeps its id', async () => {
    const { held, field } = await writeHeld('Møtes vi på Oslo S?')
    await act(async () => held[0]!.respond(refusal('internal')))
    await waitFor(() => expect(field.value).toBe('Møtes vi på Oslo S?'))
    expect(count('Møtes vi på Oslo S?')).toBe(0)
    expect(within(screen.getByRole('alert')).getByText(text('chat.send_failed'))).toBeTruthy()
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(held).toHaveLength(2))
    expect(held[1]?.request.body.client_id).toBe(held[0]?.request.body.client_id)
  })

  test('a text changed after a failure is another message', async () => {
    const { held, field } = await writeHeld('Kl. 7?')
    await act(async () => held[0]!.lose())
    await waitFor(() => expect(field.value).toBe('Kl. 7?'))
    await write('Kl. 8?')
    await waitFor(() => expect(held).toHaveLength(2))
    expect(held[1]?.request.body.client_id).not.toBe(held[0]?.request.body.client_id)
  })

  test('text written meanwhile is kept after the failed one', async () => {
    const { held, field } = await writeHeld('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    await act(async () => held[0]!.lose())
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
  })

  test('a message that arrives although its response was lost leaves the input again', async () => {
    const { held, field } = await writeHeld('Avtalt')
    const real = store(held[0]!.request.body)
    await act(async () => held[0]!.lose())
    await waitFor(() => expect(field.value).toBe('Avtalt'))
    sendIn(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(field.value).toBe(''))
    expect(count('Avtalt')).toBe(1)
  })

  test('two failed messages return in their order, and are sent again under their ids', async () => {
    const held = server.hold('chat.send')
    await open()
    const field = await write('En')
    await write('To')
    for (const index of [0, 1]) {
      await waitFor(() => expect(held).toHaveLength(index + 1))
      await act(async () => held[index]!.lose())
    }
    await waitFor(() => expect(field.value).toBe('En\nTo'))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(held).toHaveLength(3))
    await act(async () => held[2]!.respond(store(held[2]!.request.body)))
    await waitFor(() => expect(held).toHaveLength(4))
    const bodies = held.map(({ request }) => request.body)
    expect(bodies.slice(2)).toEqual(bodies.slice(0, 2))
  })

  test('a message that arrives although its response was lost leaves text written meanwhile in the input', async () => {
    const { held, field } = await writeHeld('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    const real = store(held[0]!.request.body)
    await act(async () => held[0]!.lose())
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
    sendIn(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(field.value).toBe('Andre'))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(held).toHaveLength(2))
    expect(held[1]?.request.body.content).toBe('Andre')
  })

  test('a retry before the stored message arrives is the same message', async () => {
    const { held, field } = await writeHeld('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    store(held[0]!.request.body)
    await act(async () => held[0]!.lose())
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
    delete server.answers['chat.send']
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(count('Andre')).toBe(1))
    expect(count('Første')).toBe(1)
    expect(known.stored.slice(3).map(({ content }) => content)).toEqual(['Første', 'Andre'])
  })

  test('a draft is kept while another page is open', async () => {
    await open()
    const field = await input()
    fireEvent.change(field, { target: { value: 'Jeg kommer' } })
    fireEvent.click(screen.getByRole('link', { name: text('chat.back') }))
    expect(await screen.findByText(text('chat.choose'))).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    expect((await input()).value).toBe('Jeg kommer')
  })

  test('a closed conversation has no input, and gives no reason', async () => {
    known.list = [summary({ can_write: false })]
    await open()
    expect(await screen.findByText(text('chat.closed'))).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('a refusal loads the list, which closes the conversation', async () => {
    await open()
    await input()
    known.list = [summary({ can_write: false })]
    server.answers['chat.send'] = () => refusal('message_refused')
    await write('Hei')
    expect(await screen.findByText(text('chat.closed'))).toBeTruthy()
  })
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import { ApiError } from '#lib/api'
import { setUpChat, bubbles, count, input, open, tellIn, write } from '../../../test/chat-page.tsx'
import { chatId, held, known, server, store, summary, type Send } from '../../../test/chat-server.ts'
import { line } from '../../../test/live.ts'
import { text } from '../../../test/text.ts'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).fakeLive)
vi.mock('#lib/session', async () => (await import('../../../test/chat-server.ts')).fakeSession)
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  api: (await import('../../../test/chat-server.ts')).server,
}))

setUpChat()

const offline = new ApiError(0, 'offline')

describe('sending', () => {
  test('the message is there at once, and stays once when answer and live event both bring it', async () => {
    const answers = held()
    await open()
    const field = await write('Jeg tar med ski')
    expect(field.value).toBe('')
    await waitFor(() => expect(bubbles().at(-1)).toContain(text('chat.sending')))
    expect(count('Jeg tar med ski')).toBe(1)
    await waitFor(() => expect(answers).toHaveLength(1))
    const real = store(answers[0]!.input)
    tellIn(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(bubbles().at(-1)).not.toContain(text('chat.sending')))
    expect(count('Jeg tar med ski')).toBe(1)
    await act(async () => answers[0]!.answer(real))
    expect(count('Jeg tar med ski')).toBe(1)
    expect(document.activeElement).toBe(field)
  })

  test('pressing Enter twice sends once', async () => {
    await open()
    const field = await write('Hei')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(count('Hei')).toBe(2))
  })

  test('Shift+Enter and Enter while composing a character do not send', async () => {
    await open()
    await write('Hei', { key: 'Enter', shiftKey: true })
    await write('へい', { key: 'Enter', isComposing: true })
    expect(server.chat['send']).not.toHaveBeenCalled()
    expect((await input()).value).toBe('へい')
  })

  test('what shows nothing cannot be sent, nor what is too long', async () => {
    await open()
    const button = await screen.findByRole('button', { name: text('chat.send') })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await write(' \n\u200b ')
    await write('a'.repeat(2001))
    expect(screen.getByText(text('chat.too_long', { count: 1 }))).toBeTruthy()
    fireEvent.click(button)
    expect(server.chat['send']).not.toHaveBeenCalled()
    await write('a'.repeat(2000))
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
  })

  test('over the live connection nothing is asked over HTTP', async () => {
    line.send.mockImplementation(async (_, { client_id, content }) => store({ body: { client_id, content } }))
    await open()
    await write('Jeg tar med ski')
    await waitFor(() => expect(count('Jeg tar med ski')).toBe(1))
    await waitFor(() => expect(bubbles().at(-1)).not.toContain(text('chat.sending')))
    expect(line.send).toHaveBeenCalledExactlyOnceWith(`chat:${chatId}`, {
      client_id: known.stored.at(-1)?.client_id,
      content: 'Jeg tar med ski',
    })
    expect(server.chat['send']).not.toHaveBeenCalled()
  })

  test('what the live connection does not answer is sent over HTTP under the same id, and shown once', async () => {
    const answers: ((message?: Message) => void)[] = []
    line.send.mockImplementation(() => new Promise((answer) => answers.push(answer)))
    await open()
    await write('Jeg tar med ski')
    await waitFor(() => expect(answers).toHaveLength(1))
    const [[, said] = []] = line.send.mock.calls
    // The server stored the message, but the response was lost.
    store({ body: said! })
    await act(async () => answers[0]?.())
    await waitFor(() => expect(server.chat['send']).toHaveBeenCalledTimes(1))
    expect(server.chat['send']).toHaveBeenCalledWith({ params: { id: chatId }, body: said })
    await waitFor(() => expect(bubbles().at(-1)).not.toContain(text('chat.sending')))
    expect(count('Jeg tar med ski')).toBe(1)
  })

  test('several leave one after the other, in the order they were written', async () => {
    const answers = held()
    await open()
    await write('En')
    await write('To')
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(
      bubbles()
        .slice(-2)
        .map((bubble) => bubble.slice(0, 6)),
    ).toEqual(['Du: En', 'Du: To'])
    await act(async () => answers[0]!.answer(store(answers[0]!.input)))
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.content).toBe('To')
  })

  test('a failure takes it away, says so and puts the text back; the retry keeps its id', async () => {
    const answers = held()
    await open()
    const field = await write('Møtes vi på Oslo S?')
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers[0]!.fail(new ApiError(500, 'internal')))
    await waitFor(() => expect(field.value).toBe('Møtes vi på Oslo S?'))
    expect(count('Møtes vi på Oslo S?')).toBe(0)
    expect(within(screen.getByRole('alert')).getByText(text('chat.send_failed'))).toBeTruthy()
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.client_id).toBe(answers[0]?.input.body.client_id)
  })

  test('changed after a failure it is another message', async () => {
    const answers = held()
    await open()
    await write('Kl. 7?')
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers[0]!.fail(offline))
    await write('Kl. 8?')
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.client_id).not.toBe(answers[0]?.input.body.client_id)
  })

  test('what has been written meanwhile is kept after what failed', async () => {
    const answers = held()
    await open()
    const field = await write('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
  })

  test('when only the answer is lost, the message that arrives empties the input again', async () => {
    const answers = held()
    await open()
    const field = await write('Avtalt')
    await waitFor(() => expect(answers).toHaveLength(1))
    const real = store(answers[0]!.input)
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Avtalt'))
    tellIn(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(field.value).toBe(''))
    expect(count('Avtalt')).toBe(1)
  })

  test('two that fail are put back in their order, and leave again under their ids', async () => {
    const answers = held()
    await open()
    const field = await write('En')
    await write('To')
    for (const index of [0, 1]) {
      await waitFor(() => expect(answers).toHaveLength(index + 1))
      await act(async () => answers[index]!.fail(offline))
    }
    await waitFor(() => expect(field.value).toBe('En\nTo'))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(answers).toHaveLength(3))
    await act(async () => answers[2]!.answer(store(answers[2]!.input)))
    await waitFor(() => expect(answers).toHaveLength(4))
    const bodies = answers.map(({ input }) => input.body)
    expect(bodies.slice(2)).toEqual(bodies.slice(0, 2))
  })

  test('one of which only the answer is lost leaves the field, not what has been written meanwhile', async () => {
    const answers = held()
    await open()
    const field = await write('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    await waitFor(() => expect(answers).toHaveLength(1))
    const real = store(answers[0]!.input)
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
    tellIn(`chat:${chatId}`, { event: 'message', message: real })
    await waitFor(() => expect(field.value).toBe('Andre'))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]?.input.body.content).toBe('Andre')
  })

  test('sent again before it is known to have arrived, it is the same message still', async () => {
    const answers = held()
    await open()
    const field = await write('Første')
    fireEvent.change(field, { target: { value: 'Andre' } })
    await waitFor(() => expect(answers).toHaveLength(1))
    store(answers[0]!.input)
    await act(async () => answers[0]!.fail(offline))
    await waitFor(() => expect(field.value).toBe('Første\nAndre'))
    server.chat['send'] = vi.fn(async (input: Send) => store(input))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(count('Andre')).toBe(1))
    expect(count('Første')).toBe(1)
    expect(known.stored.slice(3).map(({ content }) => content)).toEqual(['Første', 'Andre'])
  })

  test('a draft waits for one’s return', async () => {
    await open()
    const field = await input()
    fireEvent.change(field, { target: { value: 'Jeg kommer' } })
    fireEvent.click(screen.getByRole('link', { name: text('chat.back') }))
    expect(await screen.findByText(text('chat.choose'))).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: /Ingrid Solberg/ }))
    expect((await input()).value).toBe('Jeg kommer')
  })

  test('where one may not write there is no input, and no word about why', async () => {
    known.list = [summary({ can_write: false })]
    await open()
    expect(await screen.findByText(text('chat.closed'))).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('a refusal asks the known.list whether one may still write', async () => {
    await open()
    await input()
    known.list = [summary({ can_write: false })]
    server.chat['send']?.mockRejectedValue(new ApiError(403, 'message_refused'))
    await write('Hei')
    expect(await screen.findByText(text('chat.closed'))).toBeTruthy()
  })
})

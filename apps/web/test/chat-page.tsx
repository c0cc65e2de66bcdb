/** /chat for a person in a conversation with Ingrid. */
import { Suspense } from 'react'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { LiveEvent } from '@samtur/contract/live'
import { text } from './text.ts'
import { ChatPage } from '../src/features/chat/chat-page.tsx'
import { changeDraft } from '../src/features/chat/drafts.ts'
import { UnreadDot } from '../src/features/chat/unread-mark.tsx'
import { chatId, known, me, message, own, serveChat, summary, withPer } from './chat-server.ts'
import { fakeConnection, sendEvent } from './live.ts'
import { fakePopovers, show, shownAddress } from './show.tsx'

/** Whether the window has the focus. */
export const view = { focused: true }

/** Adds what the test's browser lacks. */
function fillBrowser() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(document, 'hasFocus').mockImplementation(() => view.focused)
}

interface Beginning {
  /** Adds a conversation with Per. */
  withPer?: boolean
}

/** Prepares each test: the given messages, and no state of another test. */
export function setUpChat(beginning: Beginning = {}) {
  serveChat()
  fakeConnection('joined')
  fakePopovers()
  beforeEach(() => {
    fillBrowser()
    known.chatId = chatId
    changeDraft(`${me} ${known.chatId}`, () => ({ text: '' }))
    view.focused = true
    document.title = 'Meldinger – Samtur'
    const said = [message(1), message(2, { sender_id: me, content: 'Hei, er det plass?' }), message(3)]
    Object.assign(known, { stored: beginning.withPer ? [message(1), own(2)] : said, total: 0, cleared: 0 })
    known.list = beginning.withPer ? [summary(), withPer()] : [summary()]
  })
}

export { shownAddress as address }

export async function open(start = `/chat?chat=${known.chatId}`) {
  const page = (
    <>
      <Suspense>
        <UnreadDot />
      </Suspense>
      <main>
        <ChatPage />
      </main>
    </>
  )
  // Waits for the texts of the dot.
  await act(async () => void (await show(page, start)))
}

export const input = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: text('chat.write_to', { name: 'Ingrid Solberg' }) })
export const log = () => screen.getByRole('log', { name: text('chat.log', { name: 'Ingrid Solberg' }) })
/** Returns an own message as it is read out, without its time. */
export const ownText = (content: string) => `${text('chat.you')} ${content}`
/** Returns the text of each message, with its sender. */
export const bubbles = () => {
  const senders = [text('chat.you'), text('chat.says', { name: 'Ingrid Solberg' })]
  return within(log())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((bubble) => senders.some((sender) => bubble.startsWith(sender)))
}
export const count = (content: string) => bubbles().filter((bubble) => bubble.includes(content)).length

export async function write(text: string, press: object = { key: 'Enter' }) {
  const field = await input()
  fireEvent.change(field, { target: { value: text } })
  fireEvent.keyDown(field, press)
  return field
}

/** jsdom does not show popovers, so their buttons exist but are hidden. */
export async function choose(item: string) {
  fireEvent.click(screen.getByRole('button', { name: text('chat.menu') }))
  fireEvent.click(screen.getByRole('button', { name: item, hidden: true }))
  return within(await screen.findByRole('dialog'))
}

/** Opens the page, and waits for the conversation. */
export async function openConversation(start?: string) {
  await open(start)
  if (start !== '/chat') await input()
}

export const sendIn = (channel: string, event: LiveEvent) => sendEvent(event, channel)

import type { ReactElement } from 'react'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { supportReplyHours } from '@samtur/contract/constants'
import { helpTopics } from '@samtur/contract/help'
import type { OwnRequestDetail } from '@samtur/contract/support'
import { setLanguage } from '#lib/i18n'
import { fakeServer, kari, page, refusal } from '../../../test/server.ts'
import { show as showAt, shownAddress } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { closeAssistant, resetAssistant } from './assistant.ts'
import { HelpButton } from './help-button.tsx'
import { HelpCorner } from './help-corner.tsx'
import { HelpPage } from './help-page.tsx'

const server = fakeServer()
const handOver = 'support.handOver'

const show = (element: ReactElement, address = '/help-support') => showAt(element, address)

beforeAll(async () => {
  await setLanguage('en')
})

afterEach(() => {
  act(() => {
    resetAssistant()
    closeAssistant()
  })
  cleanup()
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('the knowledge base', () => {
  test('all thirty articles are listed, fewer while typing, with the found words marked', async () => {
    await show(<HelpPage />)
    expect(await screen.findByText(text('helpdesk.results', { count: 30 }))).toBeDefined()
    fireEvent.change(screen.getByLabelText(text('helpdesk.search')), { target: { value: 'pasword forgoten' } })
    // The search is loaded when it is first used.
    await waitFor(() => expect(document.querySelector('mark')).not.toBeNull())
    const [first] = screen.getAllByRole('listitem')
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('/help-support/log-in')
    expect(first!.querySelector('mark')?.textContent.toLowerCase()).toMatch(/password|forgot/)
    // The address changes a little later, so that the back button works.
    await waitFor(() => expect(shownAddress()).toContain('q=pasword+forgoten'))
  })

  test('one topic is shown, also by its address', async () => {
    await show(<HelpPage />, '/help-support?category=payment')
    expect(await screen.findByText(text('helpdesk.results', { count: 3 }))).toBeDefined()
    expect(screen.getByRole('button', { name: text('helpdesk.category_payment') }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    press(text('helpdesk.category_all'))
    expect(await screen.findByText(text('helpdesk.results', { count: 30 }))).toBeDefined()
  })

  test('a search without results offers other ways', async () => {
    await show(<HelpPage />)
    fireEvent.change(await screen.findByLabelText(text('helpdesk.search')), { target: { value: 'qwertzuiop' } })
    expect(await screen.findByText(text('helpdesk.empty_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: text('helpdesk.write_us') }).getAttribute('href')).toBe(
      '/help-support?tab=contact',
    )
  })

  test('the tabs are chosen by arrows, and are in the address', async () => {
    await show(<HelpPage />)
    const tab = await screen.findByRole('tab', { name: text('helpdesk.tab_knowledge') })
    fireEvent.keyDown(tab, { key: 'ArrowRight' })
    expect(screen.getByRole('tab', { name: text('helpdesk.tab_contact') }).ariaSelected ?? 'true').toBe('true')
    expect(shownAddress()).toBe('/help-support?tab=contact')
    fireEvent.keyDown(screen.getByRole('tab', { name: text('helpdesk.tab_contact') }), { key: 'End' })
    expect(shownAddress()).toBe('/help-support?tab=chat')
    expect(screen.getByText(text('helpdesk.chat_text', { hours: supportReplyHours }))).toBeDefined()
  })
})

async function openChat() {
  press(text('helpdesk.chat_button'))
  return screen.findByRole('log')
}

function askFor(question: string) {
  const field = screen.getByLabelText(text('helpdesk.question'))
  fireEvent.change(field, { target: { value: question } })
  fireEvent.submit(field)
}

describe('the assistant', () => {
  test('introduces itself and offers the most frequent questions', async () => {
    await show(<HelpCorner />)
    const log = await openChat()
    expect(within(log).getByText(startingWith(text('helpdesk.welcome')))).toBeDefined()
    expect(within(log).getAllByRole('button')).toHaveLength(helpTopics.length)
  })

  test('answers with the article, its link and two related ones', async () => {
    await show(<HelpCorner />)
    const log = await openChat()
    askFor('how do i cancle my seat')
    expect(within(log).getByText('how do i cancle my seat')).toBeDefined()
    const [own, ...related] = within(log)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(own).toBe('/help-support/cancellation')
    expect(related).toHaveLength(2)
    expect(within(log).queryByRole('group')).toBeNull()
  })

  test('without an article points to the rules and the mail, and the second time to a person', async () => {
    await show(<HelpCorner />)
    const log = await openChat()
    askFor('asdf qwer zxcv')
    expect(within(log).getByText(containing(text('helpdesk.fallback_plain')))).toBeDefined()
    expect(within(log).getByRole('link', { name: 'Laws & Rules' }).getAttribute('href')).toBe('/laws-rules')
    expect(within(log).queryByRole('button')).toBeNull()
    askFor('blorptang wuffle')
    expect(within(log).getByRole('button', { name: text('helpdesk.human') })).toBeDefined()
    askFor('How do I log in?')
    expect(within(log).queryByRole('button')).toBeNull()
  })

  test('keeps the conversation over a change of page, and can start a new one', async () => {
    await show(<HelpCorner />)
    await openChat()
    askFor('Who pays?')
    cleanup()
    await show(<HelpCorner />)
    const log = await screen.findByRole('log')
    expect(within(log).getByText('Who pays?')).toBeDefined()
    press(text('helpdesk.reset'))
    expect(within(log).queryByText('Who pays?')).toBeNull()
    expect(within(log).getAllByRole('button')).toHaveLength(helpTopics.length)
    press(text('core.close'))
    expect(screen.queryByRole('log')).toBeNull()
  })

  test('a guest who wants a person gets the form with the conversation in it', async () => {
    await show(<HelpPage />)
    await openChat()
    askFor('asdf qwer zxcv')
    press(text('helpdesk.human'))
    expect(shownAddress()).toBe('/help-support?tab=contact')
    expect(screen.getByLabelText<HTMLTextAreaElement>(text('support.description')).value).toContain('asdf qwer zxcv')
    expect(server.sentTo(handOver)).toEqual([])
  })

  test('a member continues with a person in the same place', async () => {
    server.me = kari
    const request: OwnRequestDetail = {
      id: 'r9',
      request_type: 'general',
      subject: 'asdf',
      status: 'pending',
      origin: 'chat',
      created_at: '2026-11-22T08:00:00Z',
      updated_at: '2026-11-22T08:00:00Z',
      description: 'asdf',
      admin_reply: null,
      messages: [{ id: 'm1', seq: 1, author: 'person', content: 'asdf qwer zxcv', created_at: '2026-11-22T08:00:00Z' }],
    }
    server.answers[handOver] = () => request
    server.answers['support.ownOne'] = () => request
    server.answers['support.own'] = () => page([])
    await show(<HelpCorner />)
    await openChat()
    askFor('asdf qwer zxcv')
    press(text('helpdesk.human'))
    expect(await screen.findByText(/A person will answer here within 24 hours/)).toBeDefined()
    expect(server.sentTo(handOver)[0]?.body).toEqual({
      transcript: [
        { author: 'person', content: 'asdf qwer zxcv' },
        { author: 'assistant', content: text('helpdesk.fallback_plain') },
      ],
    })
    expect(await screen.findByLabelText(text('support.message'))).toBeDefined()
  })

  test('a failed hand-over shows an error, and the conversation stays', async () => {
    server.me = kari
    server.answers[handOver] = () => refusal('internal')
    await show(<HelpCorner />)
    await openChat()
    askFor('asdf qwer zxcv')
    press(text('helpdesk.human'))
    expect(await screen.findByText(text('helpdesk.handover_failed'))).toBeDefined()
    expect(within(screen.getByRole('log')).getByText('asdf qwer zxcv')).toBeDefined()
  })
})

test('the help dialog has the ten questions, the contact, and the form', async () => {
  await show(<HelpButton />, '/')
  press(text('helpdesk.help'))
  const dialog = await screen.findByRole('dialog', { name: text('helpdesk.title') })
  const questions = within(dialog)
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-expanded'))
  expect(questions).toHaveLength(helpTopics.length)
  fireEvent.click(questions[0]!)
  expect(within(dialog).getByRole('region', { name: text('help.create_a_ride_title') })).toBeDefined()
  expect(within(dialog).getByLabelText(text('support.description'))).toBeDefined()
  expect(dialog.querySelectorAll('a[href^="mailto:"], a[href^="tel:"]')).toHaveLength(2)
})

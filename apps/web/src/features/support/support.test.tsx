import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OwnRequestDetail, SupportMessage } from '@samtur/contract/support'
import { setLanguage } from '#lib/i18n'
import { fakeConnection, sendEvent } from '../../../test/live.ts'
import { fakeServer, kari, page, refusal } from '../../../test/server.ts'
import { show as showAt } from '../../../test/show.tsx'
import { linkOf, startingWith, text } from '../../../test/text.ts'
import { linesOf, withMessage } from './model.ts'
import { OwnRequests } from './own-requests.tsx'
import { prefillRequest } from './request-form.ts'
import { SupportForm } from './support-form.tsx'

const create = 'support.create'

fakeConnection()
const server = fakeServer({
  answers: {
    [create]: () => ({ id: 'r1', status: 'pending', created_at: '2026-11-22T08:00:00Z' }),
  },
})
const { sentTo } = server

const show = (element: ReactElement, address = '/help-support?tab=contact') => showAt(element, address)

beforeAll(async () => {
  await setLanguage('en')
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const write = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function fill() {
  write(text('support.name'), 'Ola Gjest')
  write(text('support.email'), 'ola@example.no')
  write(text('support.subject'), 'Lost scarf')
  write(text('support.description'), 'A blue one, on the back seat.')
}

describe('the form', () => {
  test('shows what is missing, and focuses it', async () => {
    await show(<SupportForm />)
    press(text('support.send'))
    expect(await screen.findByText(text('support.missing_title'))).toBeDefined()
    expect(screen.getByText(text('support.missing_text'))).toBeDefined()
    for (const name of [
      text('support.name'),
      text('support.email'),
      text('support.subject'),
      text('support.description'),
    ])
      expect(field(name).ariaInvalid ?? field(name).getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field(text('support.name'))))
    expect(sentTo(create)).toEqual([])
  })

  test('a guest sends it, of type general by default, and learns where the answer comes', async () => {
    await show(<SupportForm />)
    fill()
    press(text('support.send'))
    expect(await screen.findByText(text('support.sent_title'))).toBeDefined()
    expect(screen.getByText(text('support.sent_text', { hours: 24 }))).toBeDefined()
    expect(screen.getByText(text('support.sent_guest', { email: 'ola@example.no' }))).toBeDefined()
    expect(sentTo(create)[0]?.body).toEqual({
      name: 'Ola Gjest',
      email: 'ola@example.no',
      request_type: 'general',
      subject: 'Lost scarf',
      description: 'A blue one, on the back seat.',
      locale: 'en',
    })
    expect(sessionStorage.getItem('support-draft')).toBeNull()
  })

  test('a failure shows an error and keeps what was typed, and the next attempt is the same request', async () => {
    server.answers[create] = () => refusal('internal')
    await show(<SupportForm />)
    fill()
    press(text('support.send'))
    expect(await screen.findByText(text('support.failed'))).toBeDefined()
    expect(field(text('support.description')).value).toBe('A blue one, on the back seat.')
    delete server.answers[create]
    press(text('support.send'))
    expect(await screen.findByText(text('support.sent_title'))).toBeDefined()
    const keys = new Set(sentTo(create).map(({ key }) => key))
    expect(keys.size).toBe(1)
  })

  test('a person who sends too often learns how long to wait', async () => {
    server.answers[create] = () => refusal('rate_limited', { params: { retry_after: 30 } })
    await show(<SupportForm />)
    fill()
    press(text('support.send'))
    expect(await screen.findByText(/30 seconds/)).toBeDefined()
  })

  test('survives a reload, and the text of a guest is kept when signing in', async () => {
    await show(<SupportForm />)
    fill()
    cleanup()
    server.me = kari
    await show(<SupportForm />)
    expect(field(text('support.subject')).value).toBe('Lost scarf')
    expect(field(text('support.email')).value).toBe('kari@example.no')
  })

  test('a person does not see what another person has typed', async () => {
    server.me = kari
    await show(<SupportForm />)
    write(text('support.subject'), 'Secret')
    cleanup()
    server.me = { ...kari, id: 'u-ola', email: 'ola@example.no' }
    await show(<SupportForm />)
    expect(field(text('support.subject')).value).toBe('')
  })

  test('the name of a member is filled in, and the address cannot be changed', async () => {
    server.me = kari
    await show(<SupportForm />)
    expect(field(text('support.name')).value).toBe('Kari Nordmann')
    expect(field(text('support.email')).value).toBe('kari@example.no')
    expect(field(text('support.email')).readOnly).toBe(true)
    write(text('support.subject'), 'A question')
    write(text('support.description'), 'How?')
    press(text('support.send'))
    const link = await screen.findByRole('link', { name: linkOf('support.sent_member') })
    expect(link.getAttribute('href')).toBe('/help-support?tab=requests')
  })

  test('a report asks for person and place, and mentions danger first', async () => {
    await show(<SupportForm />)
    expect(screen.queryByText(text('support.danger'))).toBeNull()
    fireEvent.change(field(text('support.type')), { target: { value: 'report_user' } })
    expect(await screen.findByText(text('support.danger'))).toBeDefined()
    expect(screen.getByText(text('support.report_hint'))).toBeDefined()
  })

  test('a conversation is added to the shown form, after its text', async () => {
    await show(<SupportForm />)
    write(text('support.description'), 'First this.')
    act(() => prefillRequest(null, { subject: 'From the talk', description: 'Then that.' }))
    expect(field(text('support.description')).value).toBe('First this.\n\nThen that.')
    expect(field(text('support.subject')).value).toBe('From the talk')
  })
})

const message = (seq: number, given: Partial<SupportMessage> = {}): SupportMessage => ({
  id: `m${seq}`,
  seq,
  author: 'admin',
  content: `Answer ${seq}`,
  created_at: '2026-11-22T09:00:00Z',
  ...given,
})

const request: OwnRequestDetail = {
  id: 'r1',
  request_type: 'payment',
  subject: 'Who pays whom?',
  status: 'in_progress',
  origin: 'form',
  created_at: '2026-11-22T08:00:00Z',
  updated_at: '2026-11-22T08:00:00Z',
  description: 'I do not understand.',
  admin_reply: null,
  messages: [],
}

describe('own requests', () => {
  const list = 'support.own'
  const one = 'support.ownOne'
  const say = 'support.say'

  test('a guest is sent to log in, and comes back', async () => {
    await show(<OwnRequests />, '/help-support?tab=requests')
    const link = await screen.findByRole('link', { name: text('core.log_in') })
    expect(link.getAttribute('href')).toContain(encodeURIComponent('/help-support?tab=requests'))
  })

  test('without requests the page links to the form', async () => {
    server.me = kari
    server.answers[list] = () => page([])
    await show(<OwnRequests />, '/help-support?tab=requests')
    expect(await screen.findByText(text('support.empty_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: text('support.write') }).getAttribute('href')).toBe(
      '/help-support?tab=contact',
    )
  })

  test('a state is a word, and an answer arrives live', async () => {
    server.me = kari
    let now: OwnRequestDetail = request
    server.answers[list] = () => page([now])
    server.answers[one] = () => now
    await show(<OwnRequests />, '/help-support?tab=requests')
    expect(await screen.findByText(text('support.status_in_progress'))).toBeDefined()
    now = { ...request, admin_reply: 'The passenger pays the driver.', messages: [message(1)] }
    sendEvent({ event: 'changed', what: 'support' })
    expect(await screen.findByText('The passenger pays the driver.')).toBeDefined()
    press(text('support.show_talk'))
    const log = await screen.findByRole('log')
    await waitFor(() => expect(within(log).getByText('Answer 1')).toBeDefined())
    expect(within(log).getByText('I do not understand.')).toBeDefined()
  })

  test('a message is added once, also when its first response was lost', async () => {
    server.me = kari
    server.answers[list] = () => page([request])
    server.answers[one] = () => request
    server.answers[say] = () => refusal('internal')
    await show(<OwnRequests />, '/help-support?tab=requests&request=r1')
    fireEvent.change(await screen.findByLabelText(text('support.message')), { target: { value: 'One more thing' } })
    press(text('support.message_send'))
    expect(await screen.findByText(text('support.message_failed'))).toBeDefined()
    server.answers[say] = () => message(1, { author: 'person', content: 'One more thing' })
    press(text('support.message_send'))
    await waitFor(() => expect(field(text('support.message')).value).toBe(''))
    expect(within(screen.getByRole('log')).getByText('One more thing')).toBeDefined()
    const ids = sentTo(say).map(({ body }) => body.client_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('a resolved request accepts no messages', async () => {
    server.me = kari
    const resolved = { ...request, status: 'resolved' as const }
    server.answers[list] = () => page([resolved])
    server.answers[one] = () => resolved
    await show(<OwnRequests />, '/help-support?tab=requests&request=r1')
    expect(await screen.findByText(startingWith(text('support.closed')))).toBeDefined()
    expect(screen.queryByLabelText(text('support.message'))).toBeNull()
  })
})

test('a message appears once and in order, whichever way it came', () => {
  const talk = { ...request, messages: [message(2)] }
  expect(withMessage(talk, message(1)).messages.map(({ seq }) => seq)).toEqual([1, 2])
  expect(withMessage(talk, message(2)).messages).toHaveLength(1)
})

test('the text of the form begins the conversation; a handed-over conversation begins with its own first line', () => {
  expect(linesOf({ ...request, messages: [message(1)] }).map(({ content }) => content)).toEqual([
    'I do not understand.',
    'Answer 1',
  ])
  expect(linesOf({ ...request, origin: 'chat', messages: [message(1)] })).toHaveLength(1)
})

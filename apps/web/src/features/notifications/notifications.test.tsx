import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { Notification, NotificationSettings } from '@samtur/contract/notifications'
import { queryClient } from '#lib/query-client'
import { fakeConnection, sendEvent } from '../../../test/live.ts'
import { fakeServer, kari, refusal, type Endpoint } from '../../../test/server.ts'
import { fakePopovers, show as showAt, shownAddress } from '../../../test/show.tsx'
import { startingWith, text } from '../../../test/text.ts'
import { Bell } from './bell.tsx'
import { NotificationsScreen } from './notifications-screen.tsx'
import { SettingsSection } from './settings-section.tsx'

const list = 'notifications.list'
const unread = 'notifications.unread'
const read = 'notifications.read'
const settings = 'notifications.settings'
const change = 'notifications.changeSettings'

fakeConnection()
fakePopovers()
const server = fakeServer({
  me: kari,
  answers: {
    [unread]: () => ({ unread: 0, trips: 0 }),
    [list]: () => ({ items: [], next_cursor: null, unread: 0 }),
  },
})
const bodiesTo = (endpoint: Endpoint) => server.sentTo(endpoint).map(({ body }) => body)

function notification(id: number, given: Partial<Notification> = {}): Notification {
  const params = { name: `Ola ${id}`, from: 'Oslo', to: 'Hamar', departure_time: '2026-12-01T08:00:00+01:00' }
  const created_at = new Date(Date.now() - 60_000 * (100 - id)).toISOString()
  return { id: String(id), kind: 'request_accepted', params, path: '/my-rides', created_at, read_at: null, ...given }
}

const show = (element: ReactElement, address = '/notifications') => showAt(element, address)

describe('the bell', () => {
  test('shows the number of unread ones, and new ones live', async () => {
    server.answers[unread] = () => ({ unread: 2, trips: 0 })
    await show(<Bell />)
    const button = await screen.findByRole('button', { name: text('nav.notifications_unread', { count: 2 }) })
    expect(button.textContent).toContain('2')
    server.answers[unread] = () => ({ unread: 120, trips: 0 })
    sendEvent({ event: 'changed', what: 'notifications' })
    expect(await within(button).findByText('99+')).toBeDefined()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      text('nav.notifications_unread', { count: 120 }),
    )
  })

  test('ignores other events', async () => {
    await show(<Bell />)
    await waitFor(() => expect(bodiesTo(unread)).toHaveLength(1))
    sendEvent({ event: 'changed', what: 'rides' })
    expect(bodiesTo(unread)).toHaveLength(1)
    expect(screen.getByRole('button', { name: text('nav.notifications') })).toBeDefined()
  })

  test('is not shown to visitors', async () => {
    server.me = null
    await show(<Bell />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(bodiesTo(unread)).toHaveLength(0)
  })
})

const unreadOf = (person: string) => new RegExp(`^${text('notifications.unread')}:\\s*${person}`)

const Page = () => <NotificationsScreen settings={<SettingsSection />} />

describe('/notifications', () => {
  test('opening one marks it as read and shows its page', async () => {
    server.answers[list] = () => ({ items: [notification(2), notification(1)], next_cursor: null, unread: 2 })
    server.answers[read] = () => ({ unread: 1, trips: 0 })
    await show(<Page />)
    const link = await screen.findByRole('link', { name: unreadOf('Ola 2') })
    expect(link.textContent).toContain('Oslo')
    fireEvent.click(link)
    expect(shownAddress()).toBe('/my-rides')
    await waitFor(() => expect(bodiesTo(read)).toEqual([{ id: '2', all_before: false }]))
    await waitFor(() => expect(screen.queryByRole('link', { name: unreadOf('Ola 2') })).toBeNull())
    expect(screen.getByRole('link', { name: unreadOf('Ola 1') })).toBeDefined()
  })

  test('all are marked as read at once', async () => {
    server.answers[list] = () => ({ items: [notification(2), notification(1)], next_cursor: null, unread: 2 })
    server.answers[read] = () => ({ unread: 0, trips: 0 })
    await show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: text('notifications.read_all') }))
    await waitFor(() => expect(screen.queryByText(startingWith(text('notifications.unread')))).toBeNull())
    expect(bodiesTo(read)).toEqual([{ id: '2', all_before: true }])
    expect(screen.queryByRole('button', { name: text('notifications.read_all') })).toBeNull()
  })

  test('more load on request, and the focus moves to them', async () => {
    server.answers[list] = ({ query }) =>
      query['cursor'] === 'on'
        ? { items: [notification(1)], next_cursor: null, unread: 0 }
        : { items: [notification(2)], next_cursor: 'on', unread: 0 }
    await show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: text('notifications.show_more') }))
    const later = await screen.findByRole('link', { name: /Ola 1/ })
    await waitFor(() => expect(document.activeElement).toBe(later))
    expect(screen.queryByRole('button', { name: text('notifications.show_more') })).toBeNull()
  })

  test('an empty and a failed list say so, and a failed one can be tried again', async () => {
    server.answers[list] = () => refusal('internal')
    await show(<Page />)
    expect(await screen.findByText(text('notifications.load_failed'))).toBeDefined()
    delete server.answers[list]
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    expect(await screen.findByText(text('notifications.empty_title'))).toBeDefined()
  })
})

test('a time that was changed on the same day names Oslo’s zone where the device is elsewhere', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  const change = { departure_time: '2026-12-01T09:30:00+01:00', old_departure_time: '2026-12-01T08:00:00+01:00' }
  const params = { name: 'Ola', from: 'Oslo', to: 'Hamar', ...change }
  const items = [notification(1, { kind: 'ride_changed', params })]
  server.answers[list] = () => ({ items, next_cursor: null, unread: 0 })
  await show(<Page />)
  expect((await screen.findByText('09:30 Oslo-tid')).tagName).toBe('TIME')
  vi.unstubAllEnvs()
})

describe('the settings', () => {
  const items: NotificationSettings['items'] = [
    { kind: 'ride_changed', email: true, push: true },
    { kind: 'trip_tomorrow', email: true, push: true },
  ]
  const given = (more: Partial<NotificationSettings> = {}) => ({ items, push_key: null, devices: [], ...more })
  const nameOf = (way: 'notifications.by_email' | 'notifications.by_push', kind: 'ride_changed' | 'trip_tomorrow') =>
    `${text(way)}: ${text(`notifications.kind_${kind}`)}`

  /** Shows the kinds that are about rides. */
  const openRides = async () => {
    const title = await screen.findByText(text('notifications.group_rides'))
    fireEvent.click(within(title.closest('li')!).getByRole('button'))
  }

  test('a subject is switched as a whole, and says how much of it is on', async () => {
    server.answers[settings] = () => given()
    server.answers[change] = () => new Promise(() => {})
    await show(<SettingsSection />)
    const name = `${text('notifications.by_email')}: ${text('notifications.group_rides')}`
    const rides = await screen.findByRole<HTMLInputElement>('switch', { name })
    const customise = `${text('notifications.customise', { on: 2, all: 2 })}: ${text('notifications.group_rides')}`
    screen.getByRole('button', { name: customise })
    fireEvent.click(rides)
    await waitFor(() => expect(rides.checked).toBe(false))
    screen.getByText(text('notifications.customise', { on: 0, all: 2 }))
    expect(bodiesTo(change)).toEqual([
      {
        items: [
          { kind: 'ride_changed', email: false },
          { kind: 'trip_tomorrow', email: false },
        ],
      },
    ])
  })

  test('one press asks for everything, the essentials or nothing', async () => {
    server.answers[settings] = () => given({ items: [...items, { kind: 'rating_received', email: true, push: true }] })
    server.answers[change] = () => new Promise(() => {})
    await show(<SettingsSection />)
    const all = await screen.findByRole('button', { name: text('notifications.preset_all'), pressed: true })
    const essentials = screen.getByRole('button', { name: text('notifications.preset_important'), pressed: false })
    fireEvent.click(essentials)
    await waitFor(() => expect(essentials.getAttribute('aria-pressed')).toBe('true'))
    expect(all.getAttribute('aria-pressed')).toBe('false')
    expect(bodiesTo(change)).toEqual([
      {
        items: [
          { kind: 'ride_changed', email: true },
          { kind: 'trip_tomorrow', email: true },
          { kind: 'rating_received', email: false },
        ],
      },
    ])
  })

  test('a switch changes at once and is stored', async () => {
    server.answers[settings] = () => given()
    server.answers[change] = () => new Promise(() => {})
    await show(<SettingsSection />)
    await openRides()
    const one = screen.getByRole('switch', { name: nameOf('notifications.by_email', 'ride_changed') })
    fireEvent.click(one)
    await waitFor(() => expect((one as HTMLInputElement).checked).toBe(false))
    expect(bodiesTo(change)).toEqual([{ items: [{ kind: 'ride_changed', email: false }] }])
    // Without a push service there is no switch for it.
    expect(screen.queryByRole('switch', { name: startingWith(text('notifications.by_push')) })).toBeNull()
    expect(screen.queryByText(text('notifications.push_title'))).toBeNull()
  })

  test('a failed switch changes back, and no other one', async () => {
    server.answers[settings] = () => given()
    const held = server.hold(change)
    await show(<SettingsSection />)
    await openRides()
    const one = screen.getByRole<HTMLInputElement>('switch', {
      name: nameOf('notifications.by_email', 'ride_changed'),
    })
    const other = screen.getByRole<HTMLInputElement>('switch', {
      name: nameOf('notifications.by_email', 'trip_tomorrow'),
    })
    fireEvent.click(one)
    await waitFor(() => expect(one.checked).toBe(false))
    fireEvent.click(other)
    await waitFor(() => expect(other.checked).toBe(false))
    expect(held).toHaveLength(1)
    await act(async () => held[0]!.respond(refusal('unavailable')))
    await waitFor(() => expect(one.checked).toBe(true))
    expect(other.checked).toBe(false)
    expect(await screen.findByText(text('notifications.not_saved'))).toBeDefined()
    await waitFor(() => expect(held).toHaveLength(2))
    const stored = items.map((item) => (item.kind === 'trip_tomorrow' ? { ...item, email: false } : item))
    await act(async () => held[1]!.respond(given({ items: stored })))
    expect([one.checked, other.checked]).toEqual([true, false])
  })

  test('of two presses the second is sent after the first, and stays when the first fails', async () => {
    server.answers[settings] = () => given()
    const held = server.hold(change)
    await show(<SettingsSection />)
    fireEvent.click(await screen.findByRole('button', { name: text('notifications.preset_important') }))
    const none = screen.getByRole('button', { name: text('notifications.preset_none') })
    fireEvent.click(none)
    await waitFor(() => expect(none.getAttribute('aria-pressed')).toBe('true'))
    expect(held).toHaveLength(1)
    await act(async () => held[0]!.respond(refusal('unavailable')))
    await waitFor(() => expect(held).toHaveLength(2))
    expect(none.getAttribute('aria-pressed')).toBe('true')
    // What has failed may have been stored all the same.
    await waitFor(() => expect(server.sentTo(settings)).toHaveLength(2))
    const off = items.map(({ kind }) => ({ kind, email: false, push: false }))
    await act(async () => held[1]!.respond(given({ items: off })))
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(none.getAttribute('aria-pressed')).toBe('true')
    expect(bodiesTo(change).at(-1)).toEqual({ items: items.map(({ kind }) => ({ kind, email: false })) })
  })

  test('a device that gets no push messages any more is not shown as on, and can be turned on again', async () => {
    vi.stubGlobal('navigator', { ...navigator, serviceWorker: { getRegistration: async () => undefined } })
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'granted' })
    localStorage.setItem('push-device', 'd-1')
    localStorage.setItem('push-address', 'https://push.example/1')
    server.answers[settings] = () => given({ push_key: 'BKey', devices: [] })
    await show(<SettingsSection />)
    expect(await screen.findByText(text('notifications.push_lost'))).toBeDefined()
    expect(screen.getByRole('button', { name: text('notifications.push_turn_on') })).toBeDefined()
    expect(screen.queryByText(text('notifications.this_device'))).toBeNull()
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  test('push messages in a browser that cannot show any', async () => {
    server.answers[settings] = () => given({ push_key: 'BKey', devices: [] })
    await show(<SettingsSection />)
    expect(await screen.findByText(text('notifications.push_unsupported'))).toBeDefined()
    expect(screen.queryByRole('button', { name: text('notifications.push_turn_on') })).toBeNull()
    await openRides()
    expect(screen.getByRole('switch', { name: nameOf('notifications.by_push', 'ride_changed') })).toBeDefined()
  })
})

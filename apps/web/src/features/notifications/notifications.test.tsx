import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Notification, NotificationSettings } from '@samtur/contract/notifications'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { tell } from '../../../test/live.ts'
import { fakeServer, kari, type Answer } from '../../../test/server.ts'
import { show as showAt, shownAddress } from '../../../test/show.tsx'
import { Bell } from './bell.tsx'
import { NotificationsScreen } from './notifications-screen.tsx'
import { SettingsSection } from './settings-section.tsx'

vi.mock('#lib/live', async () => (await import('../../../test/live.ts')).steadyLive)

const list = 'GET /api/v1/me/notifications'
const unread = 'GET /api/v1/me/notifications/unread'
const read = 'POST /api/v1/me/notifications/read'
const settings = 'GET /api/v1/me/notification-settings'
const change = 'PATCH /api/v1/me/notification-settings'

const server = fakeServer({
  me: kari,
  answers: {
    [unread]: () => ({ body: { unread: 0 } }),
    [list]: () => ({ body: { items: [], next_cursor: null, unread: 0 } }),
  },
})
const sentTo = (path: string) => server.sentTo(path).map(({ body }) => body)

function notification(id: number, given: Partial<Notification> = {}): Notification {
  const params = { name: `Ola ${id}`, from: 'Oslo', to: 'Hamar', departure_time: '2026-12-01T08:00:00+01:00' }
  const created_at = new Date(Date.now() - 60_000 * (100 - id)).toISOString()
  return { id: String(id), kind: 'request_accepted', params, path: '/my-rides', created_at, read_at: null, ...given }
}

const show = (element: ReactElement, address = '/notifications') => showAt(element, address)

beforeAll(async () => {
  // The test's browser does not have them.
  Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
  await needCatalogues(['core', 'nav', 'errors', 'notifications'])
  await setLanguage('no')
})

describe('the bell', () => {
  test('shows the number of unread ones, and new ones live', async () => {
    server.answers[unread] = () => ({ body: { unread: 2 } })
    await show(<Bell />)
    const button = await screen.findByRole('button', { name: 'Varsler, 2 uleste' })
    expect(button.textContent).toContain('2')
    server.answers[unread] = () => ({ body: { unread: 120 } })
    tell({ event: 'changed', what: 'notifications' })
    expect(await within(button).findByText('99+')).toBeDefined()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Varsler, 120 uleste')
  })

  test('ignores other events', async () => {
    await show(<Bell />)
    await waitFor(() => expect(sentTo(unread)).toHaveLength(1))
    tell({ event: 'changed', what: 'rides' })
    expect(sentTo(unread)).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Varsler' })).toBeDefined()
  })

  test('is not shown to visitors', async () => {
    server.me = null
    await show(<Bell />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(sentTo(unread)).toHaveLength(0)
  })
})

const Page = () => <NotificationsScreen settings={<SettingsSection />} />

describe('/notifications', () => {
  test('opening one marks it as read and shows its page', async () => {
    server.answers[list] = () => ({ body: { items: [notification(2), notification(1)], next_cursor: null, unread: 2 } })
    server.answers[read] = () => ({ body: { unread: 1 } })
    await show(<Page />)
    const link = await screen.findByRole('link', { name: /^Ulest:\s*Ola 2 har godtatt deg/ })
    expect(link.textContent).toContain('Oslo')
    fireEvent.click(link)
    expect(shownAddress()).toBe('/my-rides')
    await waitFor(() => expect(sentTo(read)).toEqual([{ id: '2', all_before: false }]))
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Ulest:\s*Ola 2/ })).toBeNull())
    expect(screen.getByRole('link', { name: /^Ulest:\s*Ola 1/ })).toBeDefined()
  })

  test('all are marked as read at once', async () => {
    server.answers[list] = () => ({ body: { items: [notification(2), notification(1)], next_cursor: null, unread: 2 } })
    server.answers[read] = () => ({ body: { unread: 0 } })
    await show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: 'Merk alle som lest' }))
    await waitFor(() => expect(screen.queryByText(/^Ulest/)).toBeNull())
    expect(sentTo(read)).toEqual([{ id: '2', all_before: true }])
    expect(screen.queryByRole('button', { name: 'Merk alle som lest' })).toBeNull()
  })

  test('more load on request, and the focus moves to them', async () => {
    server.answers[list] = (url) =>
      url.searchParams.get('cursor') === 'on'
        ? { body: { items: [notification(1)], next_cursor: null, unread: 0 } }
        : { body: { items: [notification(2)], next_cursor: 'on', unread: 0 } }
    await show(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: 'Vis flere' }))
    const later = await screen.findByRole('link', { name: /Ola 1/ })
    await waitFor(() => expect(document.activeElement).toBe(later))
    expect(screen.queryByRole('button', { name: 'Vis flere' })).toBeNull()
  })

  test('an empty and a failed list say so, and a failed one can be tried again', async () => {
    server.answers[list] = () => ({ status: 500, body: { code: 'internal', request_id: 'r' } })
    await show(<Page />)
    expect(await screen.findByText('Kunne ikke laste varsler')).toBeDefined()
    delete server.answers[list]
    fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' }))
    expect(await screen.findByText('Ingen varsler ennå')).toBeDefined()
  })
})

test('a time that was changed on the same day names Oslo’s zone where the device is elsewhere', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  const change = { departure_time: '2026-12-01T09:30:00+01:00', old_departure_time: '2026-12-01T08:00:00+01:00' }
  const params = { name: 'Ola', from: 'Oslo', to: 'Hamar', ...change }
  const items = [notification(1, { kind: 'ride_changed', params })]
  server.answers[list] = () => ({ body: { items, next_cursor: null, unread: 0 } })
  await show(<Page />)
  expect((await screen.findByText('09:30 Oslo-tid')).tagName).toBe('TIME')
  vi.unstubAllEnvs()
})

describe('the settings', () => {
  const items: NotificationSettings['items'] = [
    { kind: 'ride_changed', email: true, push: true },
    { kind: 'trip_tomorrow', email: true, push: true },
  ]
  const given = (more: Partial<NotificationSettings> = {}) => ({
    body: { items, push_key: null, devices: [], ...more },
  })
  const name = 'E-post: Sjåføren har endret turen'

  test('a switch changes at once and is stored', async () => {
    server.answers[settings] = () => given()
    server.answers[change] = () => new Promise(() => {})
    await show(<SettingsSection />)
    const one = await screen.findByRole('switch', { name })
    fireEvent.click(one)
    await waitFor(() => expect((one as HTMLInputElement).checked).toBe(false))
    expect(sentTo(change)).toEqual([{ items: [{ kind: 'ride_changed', email: false }] }])
    // Without a push service there is no switch for it.
    expect(screen.queryByRole('switch', { name: /^Push/ })).toBeNull()
    expect(screen.queryByText('Pushvarsler')).toBeNull()
  })

  test('a failed switch changes back, and no other one', async () => {
    server.answers[settings] = () => given()
    let refuse: (answer: Answer) => void = () => {}
    server.answers[change] = () => new Promise((resolve) => (refuse = resolve))
    await show(<SettingsSection />)
    const one = await screen.findByRole<HTMLInputElement>('switch', { name })
    const other = screen.getByRole<HTMLInputElement>('switch', { name: /^E-post: Påminnelse/ })
    fireEvent.click(one)
    await waitFor(() => expect(one.checked).toBe(false))
    const first = refuse
    fireEvent.click(other)
    await waitFor(() => expect(other.checked).toBe(false))
    await act(async () => first({ status: 503, body: { code: 'unavailable', request_id: 'r' } }))
    await waitFor(() => expect(one.checked).toBe(true))
    expect(other.checked).toBe(false)
    expect(await screen.findByText('Kunne ikke lagre valget')).toBeDefined()
  })

  test('push messages in a browser that cannot show any', async () => {
    server.answers[settings] = () => given({ push_key: 'BKey', devices: [] })
    await show(<SettingsSection />)
    expect(await screen.findByText(/^Denne nettleseren kan ikke vise/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Slå på for denne enheten' })).toBeNull()
    expect(screen.getByRole('switch', { name: 'Pushvarsel: Sjåføren har endret turen' })).toBeDefined()
  })
})

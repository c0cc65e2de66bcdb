/** Notifications: in the page while it is open, by mail, and only of the kinds that are switched on. */
import type { OwnReservation } from '@samtur/contract/reservations'
import { dayAndTime } from '../../apps/server/src/platform/mail/times.ts'
import { expect, test } from '../fixtures.ts'
import { rideBody, type Server } from '../server.ts'
import { testedIn } from '../texts.ts'

const mailsTo = (server: Server, email: string) => async () => (await server.mails(email)).map(({ subject }) => subject)

for (const language of testedIn('en', 'da')) {
  test(`a request reaches the bell and the mailbox, and a kind can be switched off (${language})`, async ({
    newPerson,
    mailing: server,
  }) => {
    const [one, first, second] = await Promise.all(
      ['Ingrid Solberg', 'Kari Nordmann', 'Ola Hansen'].map((name) => server.member(name)),
    )
    if (!one || !first || !second) throw new Error('three people were wanted')
    await server.db.kysely.updateTable('auth_user').set({ locale: language }).where('id', '=', one.id).execute()
    const driver = await newPerson(language, { member: one, server })
    const { notifications, page, t } = driver
    const { id: ride } = await server.call<{ id: string }>(one, 'POST', '/rides', rideBody({ daysAhead: 5 }))
    const ask = (who: typeof first) =>
      server.call<OwnReservation>(who, 'POST', `/rides/${ride}/reservations`, { seats_requested: 1, message: 'Hei!' })

    await driver.open('/terms')
    await notifications.expectUnread(0)
    const { answer_by } = await ask(first)
    await notifications.expectUnread(1)
    const subject = t('mails.notification_request_subject', { name: 'Kari', from: 'Oslo', to: 'Trondheim' })
    await expect.poll(mailsTo(server, one.email)).toEqual([subject])
    const [mail] = await server.mails(one.email)
    const until = dayAndTime(language, answer_by ?? '')
    expect(mail?.text).toContain(t('mails.notification_request_next_until', { name: 'Kari', until }))

    // By keyboard: the bell, the notification, the page it leads to.
    await notifications.bell.focus()
    await page.keyboard.press('Enter')
    const link = notifications.newest.getByRole('link').first()
    await expect(link).toContainText(t('notifications.request_received', { name: 'Kari', seats: 1 }))
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(notifications.bell).toBeFocused()
    await notifications.bell.click()
    await link.click()
    await expect(page).toHaveURL(/\/my-rides/)
    await expect(link).toBeHidden()
    await notifications.expectUnread(0)

    await notifications.openSettings()
    await notifications.customise('notifications.group_requests')
    const toggle = notifications.toggle('email', 'notifications.kind_request_received')
    await expect(toggle).toBeChecked()
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
    await toggle.click()
    await stored
    await page.reload()
    await notifications.customise('notifications.group_requests')
    await expect(toggle).not.toBeChecked()
    await ask(second)
    await notifications.expectUnread(1)
    // The requester's mail is sent after the one the driver would have got.
    await server.call(one, 'POST', `/rides/${ride}/cancel`, {})
    await expect.poll(mailsTo(server, second.email)).toHaveLength(1)
    expect(await server.mails(one.email)).toHaveLength(1)

    await driver.open('/notifications')
    await expect(notifications.row(t('notifications.request_received', { name: 'Ola', seats: 1 }))).toBeVisible()
    await notifications.readAll.click()
    await notifications.expectUnread(0)
    await expect(driver.page.getByText(t('notifications.unread'))).toHaveCount(0)
  })
}

test('a person makes, renews and removes the private calendar address', async ({ newPerson, server }) => {
  const member = await server.member('Kari Nordmann')
  const person = await newPerson('no', { member })
  const { page, t } = person
  await person.notifications.openSettings()
  const press = (id: 'calendar.create' | 'calendar.renew' | 'calendar.remove') =>
    page
      .getByRole('button', { name: t(id) })
      .last()
      .click()
  await page.getByRole('button', { name: t('calendar.show') }).click()
  await press('calendar.create')
  const field = page.getByLabel(t('calendar.address'))
  const first = await field.inputValue()
  const answer = await fetch(first)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/calendar/)])
  await press('calendar.renew')
  await press('calendar.renew')
  await expect(field).not.toHaveValue(first)
  expect((await fetch(first)).status).toBe(404)
  const second = await field.inputValue()
  await page.getByRole('button', { name: t('calendar.remove'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('calendar.remove'), exact: true })
    .click()
  await expect(page.getByRole('button', { name: t('calendar.create') })).toBeVisible()
  expect((await fetch(second)).status).toBe(404)
})

test('a push message is read, shown by the browser, and opens its page', async ({ newPerson, server }) => {
  const person = await newPerson('no', { member: true, permissions: ['notifications'], serviceWorkers: 'allow' })
  const { page, context } = person
  const script = await fetch(`${server.url}/sw.js`)
  expect(script.headers.get('content-type')).toMatch(/javascript/)
  expect(script.headers.get('cache-control')).toBe('no-cache')
  await person.open('/terms')
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  // The page registers the worker by itself.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const news = { title: 'Kari vil være med', body: 'Oslo til Hamar', path: '/my-rides', tag: 'request', lang: 'no' }
  const registrationId = await registered
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  // A headless browser cannot show notifications and refuses, so the test reads what the worker requests.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; displayed: unknown[] }
    scope.displayed = []
    scope.registration.showNotification = async (title, { body, data, tag } = {}) => {
      scope.displayed.push({ title, body, data: data as unknown, tag })
    }
  })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { displayed: unknown[] }).displayed[0])
  // Chromium drops messages that arrive before its worker is registered.
  await expect
    .poll(async () => {
      const before = await shown()
      if (!before) {
        const data = JSON.stringify(news)
        await browser.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data })
      }
      return before
    })
    .toEqual({ title: 'Kari vil være med', body: 'Oslo til Hamar', data: { path: '/my-rides' }, tag: 'request' })

  // Pressing it uses the open tab.
  const opened = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)))
    const event = new MessageEvent('message', { data: { open: '/my-rides' }, ports: [port2] })
    navigator.serviceWorker.dispatchEvent(event)
    return answer
  })
  expect(opened).toBe('opened')
  await expect(page).toHaveURL(/\/my-rides/)
})

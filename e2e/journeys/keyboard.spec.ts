/** The main jobs by keyboard alone, in a left-to-right and a right-to-left language. */
import { expect, test } from '../fixtures.ts'
import { Keyboard } from '../keyboard.ts'
import { patient } from '../patience.ts'
import { makeAdmin, rideBody } from '../server.ts'
import { dayInOslo, hours, instantInOslo, mainIn, ownDay, typedDay } from '../texts.ts'

test.describe.configure({ timeout: patient(90_000) })

for (const language of ['no', 'ar'] as const) {
  test(
    `a passenger finds a ride, signs in and requests seats (${language})`,
    mainIn(language),
    async ({ newPerson, server }) => {
      const day = ownDay()
      const driver = await server.member('Ingrid Solberg')
      await server.call(driver, 'POST', '/rides', {
        ...rideBody(),
        departure_time: instantInOslo(day, '07:00'),
        arrival_time: instantInOslo(day, '14:00'),
      })
      const passenger = await newPerson(language)
      await server.account(passenger)
      const { page, t, rides, reservations, auth } = passenger
      const keys = new Keyboard(page)
      await passenger.open('/')
      await keys.press('Tab')
      await expect(page.getByRole('link', { name: t('core.skip_to_content') })).toBeFocused()
      await keys.press('Enter')
      await keys.tabTo(rides.place('rides.from'))
      await keys.choosePlace('Hamar')
      await keys.tabTo(rides.place('rides.to'))
      await keys.choosePlace('Trondheim')
      await keys.tabTo(rides.date)
      await keys.type(typedDay(day, language))
      await keys.press('Enter')

      await expect(rides.cards).toHaveCount(1)
      await expect(passenger.heading).toBeFocused()
      await keys.tabTo(rides.cards.getByRole('heading').getByRole('link'))
      await keys.press('Enter')
      await expect(page).toHaveURL(/\/rides\//)
      await expect(passenger.heading).toBeFocused()
      await keys.tabTo(rides.reserve())
      await keys.press('Enter')

      const sheet = page.getByRole('dialog')
      await keys.tabTo(sheet.getByRole('link', { name: t('core.log_in') }))
      await keys.press('Enter')
      await expect(passenger.heading).toBeFocused()
      await keys.tabTo(auth.field('accounts.email'))
      await keys.type(passenger.email)
      await keys.tabTo(auth.field('accounts.password'))
      await keys.type(passenger.password)
      await keys.press('Enter')
      await expect(page).toHaveURL(/\/rides\//)

      // The dialog that was opened before signing in is open.
      await expect(reservations.dialog).toBeVisible()
      await keys.tabTo(reservations.seats(1))
      await keys.press('ArrowDown')
      await expect(reservations.seats(2)).toBeChecked()
      await keys.tabTo(reservations.message)
      await keys.type('Jeg står ved stasjonen.')
      await keys.tabTo(reservations.send)
      await keys.press('Enter')
      await passenger.expectToast(t('reservations.sent_title'))
      await expect(reservations.dialog).toBeHidden()
      // Eight of them pass the seven days above the results and the menu beside the ride's heading.
      keys.expectWithin(68)
    },
  )

  test(`a driver publishes a ride with a stop and accepts a request (${language})`, async ({ newPerson, server }) => {
    const passenger = await server.member('Kari Nordmann')
    const member = await server.member('Ingrid Solberg')
    const driver = await newPerson(language, { member })
    const { page, t, publish, reservations } = driver
    const keys = new Keyboard(page)
    await driver.open('/publish-ride')
    await keys.press('Tab', 'Enter')
    await keys.tabTo(publish.place('rides.from'))
    await keys.choosePlace('Oslo')
    await keys.tabTo(publish.addStop)
    await keys.press('Enter')
    await expect(publish.stop(1)).toBeFocused()
    await keys.choosePlace('Hamar')
    await keys.tabTo(publish.place('rides.to'))
    await keys.choosePlace('Trondheim')
    await keys.tabTo(publish.field('rides.date'))
    await keys.type(typedDay(dayInOslo(4), language))
    for (const [field, text] of [
      ['publish.departure', '7'],
      ['publish.arrival', '1400'],
      ['publish.price', '300'],
      ['publish.car_make', 'Volvo'],
      ['publish.car_model', 'V60'],
      ['publish.car_color', 'Blå'],
      ['publish.license_plate', 'ek 12345'],
    ] as const) {
      await keys.tabTo(publish.field(field))
      await keys.type(text)
    }
    await keys.tabTo(publish.submit)
    await keys.press('Enter')
    await driver.expectToast(t('publish.success_text'))
    await expect(page).toHaveURL(/\/my-rides/)
    keys.expectWithin(80)

    const { items } = await server.call<{ items: { id: string }[] }>(member, 'GET', '/me/rides')
    const body = { seats_requested: 1 }
    await server.call(passenger, 'POST', `/rides/${items[0]?.id}/reservations`, body)
    const answering = new Keyboard(page)
    await driver.open('/my-rides')
    await answering.tabTo(page.getByRole('tab', { selected: true }))
    await answering.press('Home')
    await expect(reservations.tab('reservations')).toHaveAttribute('aria-selected', 'true')
    await answering.forward()
    await expect(reservations.tab('rides')).toBeFocused()
    await expect(reservations.tab('rides')).toHaveAttribute('aria-selected', 'true')
    await answering.tabTo(reservations.accept(passenger.name))
    await answering.press('Enter')
    await expect(reservations.request(passenger.name)).toContainText(t('reservations.status_accepted'))
    answering.expectWithin(40)
  })

  test(`a passenger writes to the driver, and rates after the trip (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const driver = await server.member('Ingrid Solberg')
    const member = await server.member('Kari Nordmann')
    const { id: ride } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 1 }))
    const { id } = await server.call<{ id: string }>(member, 'POST', `/rides/${ride}/reservations`, {
      seats_requested: 1,
    })
    await server.call(driver, 'POST', `/reservations/${id}/accept`, {})
    const talk = await server.call<{ id: string }>(driver, 'POST', '/chats', { user_id: member.id, ride_id: ride })
    await server.call(driver, 'POST', `/chats/${talk.id}/messages`, { content: 'Jeg står ved Oslo S.' })
    const passenger = await newPerson(language, { member, server })
    const { page, t, nav, chat, reservations } = passenger
    const keys = new Keyboard(page)
    await passenger.open('/my-rides')
    await keys.tabTo(nav.link('nav.chat'))
    await keys.press('Enter')
    await expect(passenger.heading).toBeFocused()
    await keys.tabTo(chat.conversation(driver.name))
    await keys.press('Enter')
    await keys.tabTo(chat.input(driver.name))
    await keys.type('Jeg har en rød lue.')
    await keys.press('Enter')
    await expect(chat.message(driver.name, 'Jeg har en rød lue.')).toBeVisible()
    await expect(chat.input(driver.name)).toBeFocused()

    server.clock.advance(hours(72))
    await passenger.open('/my-rides')
    await keys.tabTo(reservations.rate)
    await keys.press('Enter')
    const stars = reservations.ratingDialog.getByRole('radio')
    await keys.tabTo(stars.first())
    await keys.press('Space', ...Array.from({ length: 8 }, () => 'ArrowDown'))
    await expect(stars.nth(8)).toBeChecked()
    await keys.tabTo(reservations.ratingDialog.getByLabel(t('ratings.comment_label')))
    await keys.type('Trygg og hyggelig.')
    await keys.tabTo(reservations.ratingDialog.getByRole('button', { name: t('ratings.submit') }))
    await keys.press('Enter')
    await passenger.expectToast(t('ratings.sent'))
    keys.expectWithin(80)
  })

  test(`an administrator resolves a report and exports the requests (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const reported = await server.member('Rune Rapportert')
    const reporter = await server.member('Kari Klager')
    await server.call(reporter, 'POST', '/reports', { reported_id: reported.id, reason: 'Han truer meg.' })
    const admin = await newPerson(language, { member: await makeAdmin(server, 'Adele Styrer'), server })
    const { page, t, moderation } = admin
    const keys = new Keyboard(page)
    await admin.open('/')
    await keys.tabTo(moderation.button)
    await keys.press('Enter')
    await expect(admin.heading).toBeFocused()
    await keys.tabTo(moderation.report('Han truer meg.').getByRole('button').first())
    await keys.press('Enter')
    const dialog = moderation.dialog(t('admin_reports.title_one', { name: reported.name }))
    await keys.tabTo(dialog.getByRole('button', { name: t('admin_reports.resolve'), exact: true }))
    await keys.press('Enter')
    const confirmation = moderation.dialog(t('admin_reports.resolve_title', { name: reported.name }))
    await keys.tabTo(confirmation.getByRole('button', { name: t('admin_reports.resolve'), exact: true }))
    await keys.press('Enter')
    await admin.expectToast(t('admin_reports.updated'))
    await expect(confirmation).toHaveCount(0)
    // The pressed button is gone, and the focus is still in the dialog.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await keys.press('Escape')
    await expect(dialog).toHaveCount(0)

    await keys.tabTo(page.getByRole('main').getByRole('link', { name: t('admin.nav_support') }), 'Shift+Tab')
    await keys.press('Enter')
    await expect(admin.heading).toBeFocused()
    await keys.tabTo(page.getByRole('button', { name: t('admin_support.export') }))
    const download = page.waitForEvent('download')
    await keys.press('Enter')
    await download
    await admin.expectToast(t('admin_support.exported'))
    keys.expectWithin(80)
  })
}

test('a dialog keeps the focus, and Esc returns it', { tag: '@main' }, async ({ newPerson, server }) => {
  const driver = await server.member('Ingrid Solberg')
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 16 }))
  const passenger = await newPerson('no', { member: true })
  const { page, rides, reservations } = passenger
  await passenger.open(`/rides/${id}`)
  await rides.reserve().press('Enter')
  await expect(reservations.dialog.getByRole('heading', { level: 2 })).toBeFocused()
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && !activeElement?.closest('dialog')
    })
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(reservations.dialog).toBeHidden()
  await expect(rides.reserve()).toBeFocused()
})

/** Wanted rides: a search that finds nothing is kept, a driver publishes or offers a ride, and a seat is accepted. */
import { expect, test } from '../fixtures.ts'
import { Keyboard } from '../keyboard.ts'
import { patient } from '../patience.ts'
import type { Server } from '../server.ts'
import { dayInOslo, mainIn, type Language, testedIn } from '../texts.ts'
import type { TestPerson } from '../../apps/server/test/sessions.ts'

test.describe.configure({ timeout: patient(90_000) })

const day = dayInOslo(12)
const search = `/search?from=Harstad&to=Narvik&date=${day}`

async function speaks(server: Server, { id }: TestPerson, language: Language) {
  await server.db.kysely.updateTable('auth_user').set({ locale: language }).where('id', '=', id).execute()
}

for (const language of testedIn('ar')) {
  test(
    `an empty search is kept, and the ride that a driver publishes is told live and by mail, asked for and accepted (${language})`,
    mainIn(language),
    async ({ newPerson, newServer }) => {
      const server = await newServer({ smtp: true })
      const [ingrid, kari] = [await server.member('Ingrid Solberg'), await server.member('Kari Nordmann')]
      await speaks(server, kari, language)

      const passenger = await newPerson(language, { server, member: kari })
      const { t, page, wanted, rides, reservations } = passenger
      await passenger.open(search)
      await expect(page.getByText(t('rides.none_title'))).toBeVisible()
      await expect(page.getByText(t('no_rides.text'))).toBeVisible()
      await expect(wanted.offer).toContainText('Harstad')
      await wanted.tellMe.click()
      await expect(wanted.offer.getByText(t('wanted.saved'))).toBeVisible()
      await expect(wanted.tellMe).toHaveCount(0)
      await wanted.button('wanted.show_drivers').click()
      await expect(wanted.offer.getByText(t('wanted.saved_public'))).toBeVisible()
      // The same search now knows it.
      await passenger.open(search)
      await page.getByRole('link', { name: t('wanted.already') }).click()
      await expect(page).toHaveURL(/\/wanted$/)
      await expect(wanted.cards).toHaveCount(1)
      await expect(wanted.cards).toContainText(t('wanted.looking'))
      await expect(wanted.cards).toContainText(t('wanted.drivers_see'))

      const driver = await newPerson(language, { server, member: ingrid })
      await driver.open('/wanted/posts')
      const post = driver.wanted.cards.filter({ hasText: 'Kari' })
      await expect(post).not.toContainText('Nordmann')
      await driver.wanted.publishFor(post).click()
      await expect(driver.publish.place('rides.from')).toHaveValue('Harstad')
      await expect(driver.publish.place('rides.to')).toHaveValue('Narvik')
      await expect(driver.page.getByText(driver.t('posts.this_way', { count: 1 }))).toBeVisible()
      await driver.publish.field('publish.departure').fill('15:10')
      await driver.publish.field('publish.departure').press('Tab')
      // The proposed arrival comes first: it would come in between.
      await expect(driver.publish.field('publish.arrival')).not.toHaveValue('')
      await driver.publish.field('publish.arrival').fill('16:55')
      await driver.publish.field('publish.price').fill('90')
      await driver.publish.fillCar()
      await driver.publish.submit.click()
      await driver.expectToast(driver.t('publish.success_text'))

      // Live: nobody reloads the page.
      await expect(wanted.cards).toContainText(t('wanted.matches', { count: 1 }), { timeout: patient(15_000) })
      const subject = t('mails.notification_matched_subject', { from: 'Harstad', to: 'Narvik' })
      // At night such mails wait for the morning.
      const hour = Temporal.Now.zonedDateTimeISO('Europe/Oslo').hour
      if (hour >= 7 && hour < 22)
        await expect
          .poll(async () => (await server.mails(kari.email)).map((mail) => mail.subject), { timeout: patient(15_000) })
          .toContain(subject)
      await wanted.matches(wanted.cards).first().click()
      await expect(page).toHaveURL(/\/rides\//)
      await rides.reserve().click()
      await reservations.ask(1, '')

      await driver.open('/my-rides?tab=rides')
      await driver.reservations.accept('Kari Nordmann').click()
      await driver.expectToast(driver.t('reservations.accepted_toast'))
      await passenger.open('/my-rides?tab=reservations')
      await expect(reservations.own('Harstad')).toContainText(t('reservations.status_accepted'))
    },
  )

  test(`a visitor presses, signs in, and nothing is lost; by keyboard (${language})`, async ({ newPerson, server }) => {
    const passenger = await newPerson(language)
    await server.account(passenger)
    const { page, t, wanted, auth } = passenger
    const keys = new Keyboard(page)
    await passenger.open(search)
    await expect(wanted.offer.getByText(t('wanted.sign_in_first'))).toBeVisible()
    await keys.tabTo(wanted.tellMe)
    await keys.press('Enter')
    await expect(passenger.heading).toBeFocused()
    await keys.tabTo(auth.field('accounts.email'))
    await keys.type(passenger.email)
    await keys.tabTo(auth.field('accounts.password'))
    await keys.type(passenger.password)
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/search\?/)
    await expect(wanted.offer.getByText(t('wanted.saved'))).toBeVisible()

    await keys.tabTo(wanted.offer.getByRole('link', { name: t('wanted.to_mine') }))
    await keys.press('Enter')
    await expect(passenger.heading).toBeFocused()
    await keys.tabTo(wanted.button('wanted.pause'))
    await keys.press('Enter')
    await expect(wanted.cards).toContainText(t('wanted.paused_text'))
    await keys.tabTo(wanted.button('wanted.edit'))
    await keys.press('Enter')
    const price = wanted.dialog.getByRole('textbox', { name: t('wanted.max_price') })
    await keys.tabTo(price)
    await keys.type('120')
    await keys.tabTo(wanted.dialog.getByRole('button', { name: t('core.save') }))
    await keys.press('Enter')
    await expect(wanted.dialog).toBeHidden()
    await expect(wanted.cards).toContainText('120')
    await keys.tabTo(wanted.button('wanted.end'))
    await keys.press('Enter')
    await keys.tabTo(wanted.dialog.getByRole('button', { name: t('wanted.end'), exact: true }))
    await keys.press('Enter')
    await passenger.expectToast(t('wanted.ended_toast'))
    await expect(page.getByText(t('wanted.ended', { count: 1 }))).toBeVisible()
    keys.expectWithin(110)
  })
}

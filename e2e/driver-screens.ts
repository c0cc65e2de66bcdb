/** Screens of a driver who publishes several rides, changes and cancels them; and the administrator's rates. */
import { expect } from '@playwright/test'
import type { Person } from './person.ts'
import { screen, type Screen } from './screen.ts'
import { dayInOslo, typedDay } from './texts.ts'

const dialog = ({ page }: Person) => page.getByRole('dialog')
const box = ({ page }: Person, name: string) => page.getByRole('textbox', { name, exact: true })

const terms = { day: dayInOslo(20), departure: '08:00', arrival: '15:00', price: '900', from: '', to: '' }

/** The route of an own ride with an accepted passenger cannot be changed. */
const edit = (person: Person, rideId: string) => person.open(`/rides/${rideId}/edit`)

export const driverScreens: Screen[] = [
  screen(
    'publish above the share of the costs',
    'newcomer',
    async (person) => {
      await person.publish.open()
      await person.publish.fillRoute({ from: 'Oslo', to: 'Trondheim' })
      await person.publish.fillTimes(terms)
      await expect(person.page.getByText(person.t('publish.above_share'))).toBeVisible()
    },
    { only: 'wide' },
  ),
  screen('publish a series with its return', 'newcomer', async (person) => {
    const { t, page, language, publish } = person
    await person.open('/publish-ride?step=2')
    await publish.fillTimes(terms)
    await page.getByRole('checkbox', { name: t('publish.repeat') }).check()
    await box(person, t('series.until')).fill(typedDay(dayInOslo(60), language))
    await page.getByRole('textbox', { name: t('series.except') }).fill(typedDay(dayInOslo(27), language))
    await page.getByRole('button', { name: t('series.except_add'), exact: true }).click()
    await page.getByRole('checkbox', { name: t('publish.return') }).check()
    await box(person, t('series.back_departure')).fill('09:00')
    await box(person, t('series.back_arrival')).fill('23:00')
    await page.keyboard.press('Tab')
    await expect(page.getByText(t('series.back_too_early'))).toBeVisible()
  }),
  screen('edit a ride', 'driver', async (person, { openRide }) => {
    await edit(person, openRide)
    await expect(person.page.getByText(person.t('publish.share_take'))).toBeVisible()
  }),
  screen('edit a ride with a passenger', 'driver', async (person, { acceptedRide }) => {
    await edit(person, acceptedRide)
    await expect(person.page.getByText(person.t('edit.locked_title'))).toBeVisible()
  }),
  screen('a change that others have to confirm', 'driver', async (person, { acceptedRide }) => {
    await edit(person, acceptedRide)
    await box(person, person.t('publish.departure')).fill('05:00')
    await person.page.getByRole('button', { name: person.t('edit.save') }).click()
    await expect(dialog(person)).toBeVisible()
  }),
  screen('edit a cancelled ride', 'driver', async (person, { cancelledRide }) => {
    await edit(person, cancelledRide)
    await expect(person.heading).toHaveText(person.t('edit.cancelled_title'))
  }),
  screen('edit a ride, signed out', 'visitor', async (person, { openRide }) => {
    await edit(person, openRide)
    await expect(person.heading).toHaveText(person.t('edit.login_title'))
  }),
  screen('cancel a ride', 'driver', async (person, { openRide }) => {
    await edit(person, openRide)
    await person.page.getByRole('button', { name: person.t('manage.cancel') }).click()
    await expect(dialog(person)).toBeVisible()
  }),
  screen('rates', 'admin', async (person) => {
    await person.open('/admin/rates')
    await expect(person.page.getByText(person.t('rates.current')).first()).toBeVisible()
  }),
  screen('a new rate with errors', 'admin', async (person) => {
    await person.open('/admin/rates')
    await person.page.getByRole('button', { name: person.t('rates.add') }).click()
    await dialog(person)
      .getByRole('button', { name: person.t('rates.save') })
      .click()
    await expect(dialog(person).getByText(person.t('rates.figure_invalid'))).toBeVisible()
  }),
]

/** After a trip: both people rate each other, the driver replies, and a comment is reported. */
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { containing, hours, mainIn, testedLanguages } from '../texts.ts'

for (const language of testedLanguages) {
  test(`both people rate, one replies, one reports (${language})`, mainIn(language), async ({ newPerson, server }) => {
    const [dag, pia] = [await server.member('Dag Drange'), await server.member('Pia Pedersen')]
    // Published while it was still ahead, so that the trip is over by the browser's clock as well.
    server.clock.shift = -hours(96)
    const { id: ride } = await server.call<{ id: string }>(dag, 'POST', '/rides', rideBody({ daysAhead: -1 }))
    const { id } = await server.call<{ id: string }>(pia, 'POST', `/rides/${ride}/reservations`, {
      seats_requested: 1,
    })
    await server.call(dag, 'POST', `/reservations/${id}/accept`)
    server.clock.shift = 0
    const driver = await newPerson(language, { member: dag })
    const passenger = await newPerson(language, { member: pia })
    const { t } = driver

    await test.step('the passenger rates the driver', async () => {
      await passenger.open('/my-rides')
      await passenger.reservations.giveRating(4, 'Kjørte for fort.')
    })

    await test.step('the driver rates the passenger', async () => {
      await driver.open('/my-rides?tab=rides')
      await driver.reservations.ratePassenger('Pia Pedersen', 9, 'Hyggelig og presis.')
      await passenger.nav.link('nav.profile').click()
      await passenger.profile.expectRating(9, 1)
      await expect(passenger.profile.review('Dag')).toContainText(t('ratings.as_passenger'))
      await expect(passenger.profile.review('Dag')).toContainText('Hyggelig og presis.')
    })

    await test.step('the driver replies, and a reply that fails to be sent is not lost', async () => {
      await driver.nav.link('nav.profile').click()
      const review = driver.profile.review('Pia')
      await expect(review).toContainText(t('ratings.as_driver'))
      await review.getByRole('button', { name: t('ratings.reply'), exact: true }).click()
      const text = review.getByLabel(t('ratings.reply_label'))
      await expect(text).toBeFocused()
      await text.fill('Jeg holdt fartsgrensen.')
      driver.watch.allow(/ERR_FAILED/)
      await driver.page.route('**/reply', (route) => route.abort())
      await review.getByRole('button', { name: t('ratings.reply_send') }).click()
      await driver.expectToast(containing(t('ratings.reply_failed')))
      await expect(text).toHaveValue('Jeg holdt fartsgrensen.')
      await driver.page.unrouteAll()
      await review.getByRole('button', { name: t('ratings.reply_send') }).click()
      await driver.expectToast(t('ratings.reply_sent'))
      await expect(review).toContainText(t('ratings.reply_by', { name: 'Dag' }))
      await expect(review).toContainText('Jeg holdt fartsgrensen.')
      await expect(review.getByRole('button', { name: t('ratings.reply'), exact: true })).toHaveCount(0)
    })

    await test.step('the driver reports the comment', async () => {
      const review = driver.profile.review('Pia')
      await review.getByRole('button', { name: t('report.menu', { name: 'Pia' }) }).click()
      await review.getByRole('button', { name: t('ratings.report') }).click()
      const dialog = driver.page.getByRole('dialog', { name: t('ratings.report_title') })
      await dialog.getByRole('button', { name: t('ratings.report_send') }).click()
      await expect(dialog.getByText(t('fields.reason_required'))).toBeVisible()
      await dialog.getByLabel(t('ratings.report_reason')).fill('Det stemmer ikke.')
      await dialog.getByRole('button', { name: t('ratings.report_send') }).click()
      await driver.expectToast(t('ratings.reported'))
      await driver.expectToast(t('ratings.reported_text'))
      await expect(dialog).toHaveCount(0)
      await expect(review).toContainText(t('ratings.is_reported'))
      const reports = await server.db.kysely
        .selectFrom('user_report')
        .select(['reason', 'status'])
        .where('reporter_id', '=', dag.id)
        .execute()
      expect(reports).toEqual([{ reason: 'Det stemmer ikke.', status: 'pending' }])
    })

    await test.step('the passenger reads the reply, and cannot report her own comment', async () => {
      await passenger.open(`/profile/${dag.id}`)
      const review = passenger.profile.review('Pia')
      await expect(review).toContainText('Jeg holdt fartsgrensen.')
      await expect(review.getByRole('button')).toHaveCount(0)
    })
  })
}

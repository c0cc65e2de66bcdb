/** The administrator's users: finding, suspending, reopening, deleting and inviting people. */
import { expect, test } from '../fixtures.ts'
import { makeAdmin, rideBody } from '../server.ts'
import { testedLanguages } from '../texts.ts'
import { refusal } from '../watch.ts'

for (const language of testedLanguages) {
  test(`an administrator suspends a driver, reopens the account, deletes it, and invites a person (${language})`, async ({
    newPerson,
    server,
  }) => {
    const mark = `${language}${Date.now().toString(36)}`
    const name = `Åse Ødegård ${mark}`
    const admin = await newPerson(language, { member: await makeAdmin(server, 'Adele Styrer') })
    const member = await server.member(name, { is_driver: true })
    const driver = await newPerson(language, { member })
    const start = `Hønefoss ${mark}`
    const ride = rideBody({ daysAhead: 20, start_location: start })
    await server.call(member, 'POST', '/rides', ride)
    const { t, page } = admin

    await admin.open('/profile')
    await page.getByRole('link', { name: t('settings.admin') }).click()
    await expect(admin.heading).toHaveText(t('admin.title'))
    await admin.admin.search.fill(`ase odegard ${mark}`)
    await expect(page).toHaveURL(/\?q=ase/)
    await expect(admin.admin.list.getByRole('listitem')).toHaveCount(1)
    await admin.admin.show(name)

    // Without a reason nothing is sent.
    const confirmation = await admin.admin.ask(name, 'admin.suspend')
    await confirmation.getByRole('button', { name: t('admin.suspend') }).click()
    await expect(confirmation.getByText(t('fields.reason_required'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirmation).toHaveCount(0)

    await driver.open('/my-rides?tab=rides')
    await expect(driver.page.getByRole('main').getByText(start).first()).toBeVisible()
    // The open page may reload its lists while the session ends.
    driver.watch.allow(refusal(401))
    await admin.admin.act(name, 'admin.suspend', 'Ber om penger utenom.')
    await admin.expectToast(t('admin.suspended_toast'))
    const dialog = admin.admin.dialog(name)
    await expect(dialog.getByText('Ber om penger utenom.').first()).toBeVisible()
    await expect(dialog.getByText(t('admin.no_sessions'))).toBeVisible()

    // The driver is signed out and mailed, and the ride is not found any more.
    await driver.open('/my-rides')
    await expect(driver.heading).toHaveText(t('reservations.login_title'))
    await expect
      .poll(async () => (await server.mails(driver.email)).map(({ text }) => text).join())
      .toContain('Ber om penger utenom.')
    const found = async () => {
      const answer = await fetch(`${server.url}/api/v1/rides?from=${encodeURIComponent(start)}`)
      return ((await answer.json()) as { items: unknown[] }).items.length
    }
    expect(await found()).toBe(0)

    await admin.admin.act(name, 'admin.lift', 'Feil person.')
    await admin.expectToast(t('admin.lifted_toast'))
    expect(await found()).toBe(1)

    await admin.admin.act(name, 'admin.delete', 'Falsk profil.')
    await admin.expectToast(t('admin.deleted_toast'))
    await expect(admin.admin.dialog(driver.email).getByText(t('admin.state.closing'), { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    await admin.admin.tab('admin.tab_log').click()
    const log = admin.admin.log.getByRole('listitem')
    await expect(log.filter({ hasText: 'Falsk profil.' }).first()).toContainText(t('admin.did.user_deleted'))
    await expect(log.filter({ hasText: 'Feil person.' }).first()).toContainText(t('admin.did.user_lifted'))

    // An address that has an account is refused; the link of an invitation has the address filled in.
    await admin.admin.tab('admin.tab_users').click()
    await page.getByRole('button', { name: t('admin.invite') }).click()
    const invitation = admin.admin.dialog(t('admin.invite_title'))
    const send = invitation.getByRole('button', { name: t('admin.invite_send') })
    admin.watch.allow(refusal(422))
    await invitation.getByLabel(t('admin.invite_email')).fill(admin.email)
    await send.click()
    await expect(invitation.getByText(t('account_errors.already_registered'))).toBeVisible()
    const guest = `gjest-${mark}@example.no`
    await invitation.getByLabel(t('admin.invite_email')).fill(guest)
    await send.click()
    await admin.expectToast(t('admin.invited_toast'))
    await expect
      .poll(async () => (await server.mails(guest)).map(({ text }) => text).join())
      .toContain('/auth?tab=sign-up&email=')
  })
}

test('an administrator reads and scrolls the list by keyboard alone', async ({ newPerson, ownServer: server }) => {
  const admin = await newPerson('no', { server, member: await makeAdmin(server, 'Adele Styrer') })
  for (let i = 0; i < 60; i++) await server.member(`Nummer ${String(i).padStart(2, '0')}`)
  const { t, page } = admin
  await admin.admin.open()
  const { list } = admin.admin
  await expect(list.getByRole('listitem')).toHaveCount(50)
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(602)
  await list.focus()
  await page.keyboard.press('End')
  await expect(list.getByRole('button', { name: t('admin.show_more') })).toBeInViewport()
  await list.getByRole('button', { name: t('admin.show_more') }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(61)
  await list.getByRole('button', { name: 'Nummer 59' }).press('Enter')
  const dialog = admin.admin.dialog('Nummer 59')
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/user=/)
  await dialog.getByRole('button', { name: t('admin.end_sessions') }).press('Enter')
  const question = admin.admin.dialog(t('admin.end_sessions_title', { name: 'Nummer 59' }))
  await question.getByRole('button', { name: t('admin.end_sessions') }).press('Enter')
  await admin.expectToast(t('admin.sessions_ended', { count: 1 }))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(list.getByRole('button', { name: 'Nummer 59' })).toBeFocused()
})

test('administrators who need a second factor are sent to set one up', async ({ newPerson, newServer }) => {
  const server = await newServer({ env: { ADMIN_TWO_FACTOR: 'on' } })
  const admin = await newPerson('no', { server, member: await makeAdmin(server, 'Adele Styrer') })
  admin.watch.allow(refusal(403))
  await admin.admin.open()
  await expect(admin.page.getByText(admin.t('admin.two_factor_title'))).toBeVisible()
  await admin.page.getByRole('link', { name: admin.t('admin.to_security') }).click()
  await expect(admin.page).toHaveURL('/security')
})

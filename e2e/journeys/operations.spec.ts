/** The administrator's page of operations: what runs, and a mail that the mail server refused. */
import { expect, test } from '../fixtures.ts'
import { startMailServer } from '../mail.ts'
import { makeAdmin, type Server } from '../server.ts'
import { testedLanguages } from '../texts.ts'

/** Requests a link for a new password, which the mail server refuses for good. */
async function refuseReset(server: Server, email: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, redirectTo: '/reset-password' })
  const response = await fetch(`${server.url}/api/auth/request-password-reset`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  await untilSet(server, email, 'dead_at')
}

/** Waits until the mail to that address was given up or sent. */
async function untilSet(server: Server, email: string, column: 'dead_at' | 'sent_at') {
  const ended = () =>
    server.db.kysely
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .where(column, 'is not', null)
      .execute()
  await expect.poll(ended).toHaveLength(1)
}

for (const language of testedLanguages) {
  test(`an administrator sends a refused mail again once the mail server accepts it, and it arrives once (${language})`, async ({
    newPerson,
    newServer,
  }) => {
    const smtp = await startMailServer()
    const server = await newServer({ smtp })
    const admin = await newPerson(language, { server, member: await makeAdmin(server, 'Adele Styrer') })
    const { page, t } = admin
    const ola = await server.member('Ola Nordmann')
    smtp.refuseWith(550)
    await refuseReset(server, ola.email)

    await admin.open('/admin/users')
    await page.getByRole('link', { name: t('admin.nav_operations') }).click()
    await expect(admin.heading).toHaveText(t('operations.title'))
    await expect(page.getByText(t('operations.process_current'))).toBeVisible()
    await expect(page.getByText(t('operations.backup_state.off'))).toBeVisible()
    const mails = page.getByRole('region', { name: t('operations.mails') })
    await page.getByRole('link', { name: t('operations.mails') }).click()
    await expect(mails.getByText(t('operations.mail_reason.address', { code: '550' }))).toBeVisible()

    const row = mails.getByRole('listitem')
    smtp.refuseWith(undefined)
    await row.getByRole('button').click()
    await admin.expectToast(t('operations.mail_resent'))
    await untilSet(server, ola.email, 'sent_at')
    await page.getByRole('button', { name: t('operations.refresh') }).click()
    await expect(mails.getByText(t('operations.mails_empty'))).toBeVisible()
    expect(smtp.mails.map(({ to }) => to)).toEqual([ola.email])

    await admin.open('/admin/users?tab=log')
    await expect(page.getByText(t('admin.did.mail_resent'))).toHaveCount(1)
  })
}

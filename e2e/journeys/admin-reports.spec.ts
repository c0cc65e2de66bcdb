/** The administrator's reports: reading, hiding, writing and deciding, live. */
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { expect, test } from '../fixtures.ts'
import { makeAdmin, rideBody, type Server } from '../server.ts'
import { mainIn, testedLanguages } from '../texts.ts'
import { refusal } from '../watch.ts'

let count = 0

/** Makes a report between two people who have written to each other, with names and words of this test alone. */
async function makeReport(server: Server) {
  const mark = `${process.pid}-${++count}`
  const reporter = await server.member(`Kari Klager ${mark}`)
  const reported = await server.member(`Rune Rapportert ${mark}`, { is_driver: true })
  const { id: chat } = await server.call<{ id: string }>(reporter, 'POST', '/chats', { user_id: reported.id })
  const say = (who: TestPerson, content: string) =>
    server.call<{ id: string }>(who, 'POST', `/chats/${chat}/messages`, { content })
  await say(reporter, `Hei, er det plass? ${mark}`)
  const rude = await say(reported, `Betal utenom, ellers blir det bråk. ${mark}`)
  const reason = `Han truer meg. ${mark}`
  const body = { reported_id: reported.id, reason, chat_id: chat }
  const { id } = await server.call<{ id: string }>(reporter, 'POST', '/reports', body)
  return {
    id,
    mark,
    reporter,
    reported,
    reason,
    chat,
    rude: `Betal utenom, ellers blir det bråk. ${mark}`,
    rudeId: rude.id,
  }
}

for (const language of testedLanguages) {
  test(
    `an administrator reads a report, hides its message, writes to its reporter and resolves it; another one is dismissed from the list (${language})`,
    mainIn(language),
    async ({ newPerson, server }) => {
      const admin = await newPerson(language, { member: await makeAdmin(server, 'Adele Styrer') })
      const { reporter, reported, reason, rude, chat } = await makeReport(server)
      const { t, page, moderation } = admin

      await admin.open('/')
      await expect(moderation.button).toContainText(/\d/)
      await moderation.button.click()
      await expect(page).toHaveURL('/admin/reports')
      await expect(admin.heading).toHaveText(t('admin_reports.title'))
      const row = moderation.report(reason)
      await expect(row).toContainText(t('admin_reports.by', { name: reporter.name }))
      await expect(row).toContainText(t('admin_reports.status.pending'))
      expect(await moderation.reports.evaluate((list) => Math.round(list.getBoundingClientRect().height))).toBe(600)

      const dialog = await moderation.showReport(reported.name, reason)
      const talk = dialog.getByRole('region', { name: t('admin_reports.talk') })
      const line = talk.getByRole('listitem').filter({ hasText: rude })
      await line.getByRole('button', { name: t('admin_reports.hide') }).click()
      const title = t('admin_reports.hide_title.message')
      await moderation
        .dialog(title)
        .getByRole('button', { name: t('admin_reports.hide'), exact: true })
        .click()
      await expect(moderation.dialog(title).getByText(t('fields.reason_required'))).toBeVisible()
      await moderation.confirm(title, t('admin_reports.hide'), 'Trusler er ikke lov.')
      await admin.expectToast(t('admin_reports.hidden_toast'))
      await expect(line.getByText(t('admin_reports.hidden'))).toBeVisible()
      const { items } = await server.call<{ items: { hidden: boolean; content: string | null }[] }>(
        reporter,
        'GET',
        `/chats/${chat}/messages`,
      )
      expect(items.at(-1)).toMatchObject({ hidden: true, content: null })

      await dialog.getByRole('button', { name: t('admin_reports.message'), exact: true }).click()
      const writing = moderation.dialog(t('admin_reports.message_title', { name: reporter.name }))
      await writing.getByRole('button', { name: t('admin_reports.message_send'), exact: true }).click()
      await expect(writing.getByText(t('admin_reports.message_required'))).toBeVisible()
      await writing.getByLabel(t('admin_reports.message_label'), { exact: true }).fill('Takk, vi ser på saken.')
      await writing.getByRole('button', { name: t('admin_reports.message_send'), exact: true }).click()
      await admin.expectToast(t('admin_reports.message_sent'))

      await dialog.getByRole('button', { name: t('admin_reports.resolve'), exact: true }).click()
      await moderation.confirm(t('admin_reports.resolve_title', { name: reported.name }), t('admin_reports.resolve'))
      await admin.expectToast(t('admin_reports.updated'))
      await expect(dialog.getByText(t('admin_reports.status.resolved')).first()).toBeVisible()
      await expect(dialog.getByRole('button', { name: t('admin_reports.resolve'), exact: true })).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: t('admin_reports.dismiss'), exact: true })).toHaveCount(0)
      // The reporter of a resolved report can still be written to.
      await expect(dialog.getByRole('button', { name: t('admin_reports.message'), exact: true })).toBeVisible()
      for (const did of ['report_resolved', 'reporter_messaged', 'content_hidden', 'report_read'] as const)
        await expect(dialog.getByText(t(`admin.did.${did}`)).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(row).toContainText(t('admin_reports.status.resolved'))
      await expect(row.getByRole('button', { name: t('admin_reports.resolve') })).toHaveCount(0)

      const own = await server.call<{ items: { request_type: string; status: string; admin_reply: string }[] }>(
        reporter,
        'GET',
        '/me/support-requests',
      )
      expect(own.items[0]).toMatchObject({
        request_type: 'admin_message',
        status: 'resolved',
        admin_reply: 'Takk, vi ser på saken.',
      })
      const kinds = async (who: TestPerson) => {
        const answer = await server.call<{ items: { kind: string }[] }>(who, 'GET', '/me/notifications')
        return answer.items.map(({ kind }) => kind)
      }
      expect(await kinds(reporter)).toEqual(expect.arrayContaining(['report_decided', 'support_replied']))
      expect(await kinds(reported)).toContain('content_hidden')
      expect(await kinds(reported)).not.toContain('report_decided')

      const other = await makeReport(server)
      const dimmed = moderation.report(other.reason)
      const colour = () => dimmed.evaluate((element) => getComputedStyle(element).color)
      const before = await colour()
      await dimmed.getByRole('button', { name: `${t('admin_reports.dismiss')} ${other.reported.name}` }).click()
      const question = t('admin_reports.dismiss_title', { name: other.reported.name })
      await moderation.confirm(question, t('admin_reports.dismiss'), 'Vi fant ingen trusler.')
      await expect(dimmed).toContainText(t('admin_reports.status.dismissed'))
      expect(await colour()).not.toBe(before)
      await page.getByLabel(t('admin.state')).selectOption('pending')
      await expect(page).toHaveURL(/status=pending/)
      await expect(dimmed).toHaveCount(0)
      await page.getByLabel(t('admin.state')).selectOption('dismissed')
      await expect(dimmed).toBeVisible()
    },
  )
}

test('an administrator hides a ride and suspends the account, each with a reason', async ({ newPerson, server }) => {
  const admin = await newPerson('no', { member: await makeAdmin(server, 'Adele Styrer') })
  const { reported, reason, mark } = await makeReport(server)
  const start = `Hønefoss ${mark}`
  await server.call(reported, 'POST', '/rides', rideBody({ daysAhead: 12, start_location: start }))
  const { t, moderation } = admin
  await moderation.openReports()
  const dialog = await moderation.showReport(reported.name, reason)
  const ride = dialog.getByRole('listitem').filter({ hasText: start })
  await ride.getByRole('button', { name: t('admin_reports.hide') }).click()
  await moderation.confirm(t('admin_reports.hide_title.ride'), t('admin_reports.hide'), 'Turen er ikke ekte.')
  await expect(ride.getByText(t('admin_reports.hidden'))).toBeVisible()
  const found = async () => {
    const answer = await fetch(`${server.url}/api/v1/rides?from=${encodeURIComponent(start)}`)
    return ((await answer.json()) as { items: unknown[] }).items.length
  }
  expect(await found()).toBe(0)

  await ride.getByRole('button', { name: t('admin_reports.show') }).click()
  await moderation.confirm(t('admin_reports.show_title.ride'), t('admin_reports.show'), 'Den er ekte likevel.')
  await expect(ride.getByText(t('admin_reports.hidden'))).toHaveCount(0)
  expect(await found()).toBe(1)

  await dialog.getByRole('button', { name: t('admin.suspend') }).click()
  await moderation.confirm(t('admin.suspend_title', { name: reported.name }), t('admin.suspend'), 'Truet en passasjer.')
  await admin.expectToast(t('admin.suspended_toast'))
  await expect(dialog.getByText(t('admin.state.suspended'), { exact: true })).toBeVisible()
  await expect(dialog.getByText(t('admin.did.user_suspended'), { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: t('admin.lift') })).toBeVisible()
  const audit = await server.call<{ items: { reason: string | null }[] }>(
    await makeAdmin(server, 'Beate Styrer'),
    'GET',
    '/admin/audit-log',
  )
  const reasons = audit.items.map((entry) => entry.reason)
  for (const each of ['Truet en passasjer.', 'Den er ekte likevel.', 'Turen er ikke ekte.'])
    expect(reasons).toContain(each)
})

test('two administrators see a change at once, and the second of two decisions is refused', async ({
  newPerson,
  server,
}) => {
  const [adele, beate] = [
    await newPerson('no', { member: await makeAdmin(server, 'Adele Styrer') }),
    await newPerson('en', { member: await makeAdmin(server, 'Beate Styrer') }),
  ]
  await adele.moderation.openReports()
  await beate.moderation.openReports()
  const { reported, reason } = await makeReport(server)
  // The report appears without a reload.
  await expect(adele.moderation.report(reason)).toBeVisible()
  await expect(beate.moderation.report(reason)).toBeVisible()

  const late = beate.t('admin_reports.dismiss_title', { name: reported.name })
  await beate.moderation
    .report(reason)
    .getByRole('button', { name: `${beate.t('admin_reports.dismiss')} ${reported.name}` })
    .click()
  await expect(beate.moderation.dialog(late)).toBeVisible()
  await beate.page.route('**/api/v1/admin/reports**', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  beate.watch.allow(refusal(409), /ERR_FAILED/)
  await adele.moderation
    .report(reason)
    .getByRole('button', { name: `${adele.t('admin_reports.resolve')} ${reported.name}` })
    .click()
  await adele.moderation.confirm(
    adele.t('admin_reports.resolve_title', { name: reported.name }),
    adele.t('admin_reports.resolve'),
  )
  await expect(adele.moderation.report(reason)).toContainText(adele.t('admin_reports.status.resolved'))

  await beate.moderation
    .dialog(late)
    .getByRole('button', { name: beate.t('admin_reports.dismiss'), exact: true })
    .click()
  await beate.expectToast(new RegExp(beate.t('admin_reports.update_failed')))
  await beate.expectToast(new RegExp(beate.t('conflicts.report_closed')))
  await beate.page.unrouteAll()
  await beate.moderation.openReports()
  await expect(beate.moderation.report(reason)).toContainText(beate.t('admin_reports.status.resolved'))
})

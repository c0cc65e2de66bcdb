/** The administrator's support dashboard: answering live, searching and exporting, also by keyboard. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { expect, test } from '../fixtures.ts'
import { makeAdmin, type Server } from '../server.ts'
import { testedLanguages } from '../texts.ts'
import { noConnection } from '../watch.ts'

// Search matches parts of words, so no mark may be a part of another one.
const newMark = () => `m${randomUUID().slice(0, 8)}`

interface SupportRequest {
  id: string
  subject: string
}

async function sendRequest(
  server: Server,
  who: TestPerson,
  changes: Record<string, string> = {},
): Promise<SupportRequest> {
  const subject = changes['subject'] ?? `Kan ikke logge inn ${newMark()}`
  const body = { name: who.name, email: who.email, subject, description: 'Passordet virker ikke.', ...changes }
  const { id } = await server.call<{ id: string }>(who, 'POST', '/support-requests', body)
  return { id, subject }
}

for (const language of testedLanguages) {
  test(`an administrator reviews, answers, annotates and resolves a request (${language})`, async ({
    newPerson,
    server,
  }) => {
    const admin = await newPerson(language, { member: await makeAdmin(server, 'Adele Styrer') })
    const kari = await server.member('Kari Spør')
    const { id, subject } = await sendRequest(server, kari, { request_type: 'technical' })
    const { t, page, moderation } = admin
    await moderation.openSupport()
    await expect(admin.heading).toHaveText(t('admin_support.title'))
    expect(await moderation.requests.evaluate((list) => Math.round(list.getBoundingClientRect().height))).toBe(600)
    const row = moderation.request(subject)
    await expect(row).toContainText(t('admin_support.type.technical'))
    await expect(row).toContainText(t('admin_support.status.pending'))
    const before = await moderation.figure('in_progress')
    await row.getByRole('button', { name: t('admin_support.start_review') }).click()
    await admin.expectToast(t('admin_support.updated'))
    await expect(row).toContainText(t('admin_support.status.in_progress'))
    await expect(row.getByRole('button', { name: t('admin_support.start_review') })).toHaveCount(0)
    await expect.poll(() => moderation.figure('in_progress')).toBe(before + 1)

    const dialog = await moderation.showRequest(subject)
    await expect(page).toHaveURL(new RegExp(`request=${id}`))
    await expect(dialog.getByText('Passordet virker ikke.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: t('admin_support.mark_in_progress') })).toHaveCount(0)
    const message = dialog.getByLabel(t('admin_support.message'), { exact: true })
    const send = dialog.getByRole('button', { name: t('admin_support.send'), exact: true })
    await send.click()
    await expect(dialog.getByText(t('admin_support.message_required'))).toBeVisible()
    await expect(message).toBeFocused()
    await message.fill('Prøv lenken «Glemt passord?».')
    await send.click()
    await admin.expectToast(t('admin_support.message_sent'))
    await expect(dialog.getByRole('log').getByText('Prøv lenken «Glemt passord?».')).toBeVisible()
    await expect(message).toHaveValue('')

    // The person's message appears live.
    await server.call(kari, 'POST', `/me/support-requests/${id}/messages`, { content: 'Takk, det virket!' })
    await expect(dialog.getByRole('log').getByText('Takk, det virket!')).toBeVisible()

    await dialog.getByLabel(t('admin_support.notes_label'), { exact: true }).fill('Kanariefugl: ringt to ganger.')
    await dialog.getByRole('button', { name: t('admin_support.notes_save') }).click()
    await admin.expectToast(t('admin_support.updated'))
    const own = await server.call<object>(kari, 'GET', `/me/support-requests/${id}`)
    expect(JSON.stringify(own)).not.toContain('Kanariefugl')
    expect(own).toMatchObject({ status: 'in_progress', admin_reply: 'Prøv lenken «Glemt passord?».' })

    await dialog.getByRole('button', { name: t('admin_support.mark_resolved') }).click()
    await admin.expectToast(t('admin_support.updated'))
    for (const action of ['mark_in_progress', 'mark_resolved', 'send'] as const)
      await expect(dialog.getByRole('button', { name: t(`admin_support.${action}`), exact: true })).toHaveCount(0)
    await expect(dialog.getByText(t('admin_support.status.resolved')).first()).toBeVisible()
    expect(await server.call(kari, 'GET', `/me/support-requests/${id}`)).toMatchObject({ status: 'resolved' })
    await page.keyboard.press('Escape')
    await expect(row).toContainText(t('admin_support.status.resolved'))
  })
}

test('a long export shows its progress and can be stopped', async ({ newPerson, server }) => {
  const admin = await newPerson('en', { member: await makeAdmin(server, 'Adele Styrer') })
  await sendRequest(server, await server.member('Kari Spør'))
  const { t, page, moderation } = admin
  const row = {
    request_type: 'general',
    subject: 'S',
    status: 'pending',
    origin: 'form',
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    name: 'N',
    email: 'n@example.no',
    user_id: null,
    description: 'D',
    admin_reply: null,
    admin_notes: null,
    reviewed_at: null,
    reviewed_by: null,
  }
  const items = Array.from({ length: 500 }, (_, at) => ({
    ...row,
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  }))
  let goOn = () => {}
  await page.route('**/api/v1/admin/support-exports**', async (route) => {
    if (route.request().method() === 'POST')
      return route.fulfill({ status: 201, json: { export_id: '1', total: 1000 } })
    if (route.request().url().includes('cursor')) await new Promise<void>((resolve) => (goOn = resolve))
    return route.fulfill({ json: { items, next_cursor: 'more' } }).catch(() => {})
  })
  admin.watch.allow(noConnection)
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  await moderation.openSupport()
  await page.getByRole('button', { name: t('admin_support.export') }).click()
  const dialog = moderation.dialog(t('admin_support.exporting'))
  const bar = dialog.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
  await expect(bar).toHaveAttribute('aria-valuetext', t('admin_support.export_rows', { rows: '500', total: '1,000' }))
  await dialog
    .getByRole('button', { name: t('core.cancel') })
    .last()
    .click()
  await expect(dialog).toHaveCount(0)
  goOn()
  await page.unrouteAll({ behavior: 'wait' })
  // The next export works and downloads the only file.
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('admin_support.export') }).click(),
  ])
  await admin.expectToast(t('admin_support.exported'))
  expect(saved).toHaveLength(1)
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('an administrator works through the list, resolves and exports by keyboard alone', async ({
  newPerson,
  server,
}) => {
  const admin = await newPerson('no', { member: await makeAdmin(server, 'Adele Styrer') })
  const kari = await server.member('Kari Spør')
  const mark = newMark()
  const third = await sendRequest(server, kari, { subject: `Tredje ${mark}` })
  const second = await sendRequest(server, kari, { subject: `Andre ${mark}` })
  const first = await sendRequest(server, kari, { subject: `Første r/j? ${mark}` })
  const { t, page, moderation } = admin
  await moderation.openSupport()
  await expect(moderation.request(third.subject)).toBeVisible()
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())

  const tabTo = async (goal: Locator, key: string) => {
    for (let presses = 0; presses < 30; presses++) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await press(key)
    }
    await expect(goal).toBeFocused()
  }

  await press('/')
  await expect(moderation.search).toBeFocused()
  // In a field the keys type letters.
  await page.keyboard.type(mark)
  await expect(moderation.search).toHaveValue(mark)
  await expect(moderation.requests.locator('[data-request]')).toHaveCount(3)
  await page.keyboard.type(' rjk?/')
  await expect(moderation.search).toHaveValue(`${mark} rjk?/`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await moderation.search.fill(mark)
  await expect(moderation.requests.locator('[data-request]')).toHaveCount(3)
  await moderation.requests.focus()

  await press('j')
  await expect.poll(() => focused(page)).toBe(first.subject)
  await press('j', 'ArrowDown')
  await expect.poll(() => focused(page)).toBe(third.subject)
  await press('j', 'k')
  await expect.poll(() => focused(page)).toBe(second.subject)
  await press('Enter')
  const dialog = moderation.dialog(second.subject)
  await expect(dialog.getByText(t('admin_support.request_info'), { exact: true })).toBeVisible()
  // The keys do not move the list below the dialog.
  await press('j')
  await press('r')
  const question = moderation.dialog(t('admin_support.resolve_title'))
  await expect(question).toBeVisible()
  await tabTo(question.getByRole('button', { name: t('admin_support.mark_resolved') }), 'Tab')
  await press('Enter')
  await admin.expectToast(t('admin_support.updated'))
  await expect(question).toHaveCount(0)
  await press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(moderation.request(second.subject)).toContainText(t('admin_support.status.resolved'))
  await expect.poll(() => focused(page)).toBe(second.subject)

  await press('k', 'r')
  await expect(question.getByText(first.subject)).toBeVisible()
  await press('Escape')
  await expect(moderation.request(first.subject)).toContainText(t('admin_support.status.pending'))

  // The keys can be switched off, and stay off.
  await press('?')
  const help = moderation.dialog(t('admin_support.shortcuts'))
  await expect(help).toBeVisible()
  await help.getByRole('switch').focus()
  await press('Space', 'Escape')
  await expect(help).toHaveCount(0)
  await page.reload()
  await expect(moderation.request(first.subject)).toBeVisible()
  await moderation.requests.focus()
  await press('j', 'r', '?', '/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(moderation.requests).toBeFocused()

  const button = page.getByRole('button', { name: t('admin_support.export') })
  await tabTo(button, 'Shift+Tab')
  await Promise.all([page.waitForEvent('download'), press('Enter')])
  await admin.expectToast(t('admin_support.exported'))
})

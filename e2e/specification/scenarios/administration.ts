import type { Locator } from '@playwright/test'
import type { Person } from '../../person.ts'
import type { Dataset } from '../../dataset.ts'
import type { reports, supportDashboard } from '../administration.ts'
import { failing, scenario, type Scenarios } from '../scenario.ts'

let marks = 0

/** Makes a report of its own kind. Returns its reason and the reported person. */
async function makeReport({ server }: Person, { passenger }: Dataset) {
  const mark = ++marks
  const reported = await server.member(`Rune Rapportert ${mark}`)
  const reason = `Ber om penger utenom, for ${mark}. gang.`
  const body = { reported_id: reported.id, reason }
  const { id } = await server.call<{ id: string }>(passenger, 'POST', '/reports', body)
  return { id, reason, reported: reported.name }
}

async function openReport(person: Person, dataset: Dataset) {
  const { reason, reported } = await makeReport(person, dataset)
  await person.moderation.openReports()
  const dialog = await person.moderation.showReport(reported, reason)
  return { dialog, reported }
}

async function decide(person: Person, dataset: Dataset) {
  const { t, moderation } = person
  const { dialog, reported } = await openReport(person, dataset)
  const name = t('admin_reports.resolve')
  await dialog.getByRole('button', { name, exact: true }).click()
  const question = moderation.dialog(t('admin_reports.resolve_title', { name: reported }))
  await question.getByRole('button', { name, exact: true }).click()
}

async function writeToReporter(person: Person, dataset: Dataset, text: string) {
  const { t, moderation } = person
  const { dialog } = await openReport(person, dataset)
  await dialog.getByRole('button', { name: t('admin_reports.message'), exact: true }).click()
  const writing = moderation.dialog(t('admin_reports.message_title', { name: dataset.passenger.name }))
  await writing.getByLabel(t('admin_reports.message_label'), { exact: true }).fill(text)
  await writing.getByRole('button', { name: t('admin_reports.message_send'), exact: true }).click()
}

const thanks = 'Takk, vi ser på saken.'

export const reportScenarios: Scenarios<typeof reports> = {
  'not the administrator': scenario('newcomer', '/admin/reports'),
  'the list': scenario('admin', async (person, dataset) => {
    const [, resolved, dismissed] = [
      await makeReport(person, dataset),
      await makeReport(person, dataset),
      await makeReport(person, dataset),
    ]
    await person.server.call(dataset.admin, 'POST', `/admin/reports/${resolved.id}/resolve`, {})
    await person.server.call(dataset.admin, 'POST', `/admin/reports/${dismissed.id}/dismiss`, {})
    await person.moderation.openReports()
  }),
  'a list that failed': scenario('admin', async (person) => {
    await failing(person, 'GET', 'v1/admin/reports*')
    await person.moderation.openReports()
  }),
  'a decision that failed': scenario('admin', async (person, dataset) => {
    await failing(person, 'POST', 'v1/admin/reports/*/resolve')
    await decide(person, dataset)
  }),
  'an empty message to the reporter': scenario('admin', (person, dataset) => writeToReporter(person, dataset, '')),
  'a message that was not sent': scenario('admin', async (person, dataset) => {
    await failing(person, 'POST', 'v1/admin/reports/*/message')
    await writeToReporter(person, dataset, thanks)
  }),
  'a message that was sent': scenario('admin', (person, dataset) => writeToReporter(person, dataset, thanks)),
  'a report that was decided': scenario('admin', decide),
}

/** Opens a new request in the administrator's dialog. */
async function openRequest(person: Person, { passenger }: Dataset): Promise<Locator> {
  const subject = `Hvor er bilen? ${++marks}`
  const { name, email } = passenger
  await person.server.call(passenger, 'POST', '/support-requests', { name, email, subject, description: 'Hei!' })
  await person.moderation.openSupport()
  return person.moderation.showRequest(subject)
}

async function openDashboard(person: Person, dataset: Dataset) {
  await openRequest(person, dataset)
  await person.page.keyboard.press('Escape')
}

async function progress(person: Person, dataset: Dataset) {
  const dialog = await openRequest(person, dataset)
  await dialog.getByRole('button', { name: person.t('admin_support.mark_in_progress') }).click()
}

async function answer(person: Person, dataset: Dataset, text: string) {
  const dialog = await openRequest(person, dataset)
  await dialog.getByLabel(person.t('admin_support.message'), { exact: true }).fill(text)
  await dialog.getByRole('button', { name: person.t('admin_support.send'), exact: true }).click()
}

export const supportScenarios: Scenarios<typeof supportDashboard> = {
  'not the administrator': scenario('newcomer', '/admin/support'),
  'the counters': scenario('admin', openDashboard),
  'the filters': scenario('admin', openDashboard),
  'the list': scenario('admin', openDashboard),
  'the button above the list': scenario('admin', openDashboard),
  'one request': scenario('admin', openRequest),
  'requests that failed': scenario('admin', async (person) => {
    await failing(person, 'GET', 'v1/admin/support-requests*')
    await person.moderation.openSupport()
  }),
  'an update that failed': scenario('admin', async (person, dataset) => {
    await failing(person, 'PATCH', 'v1/admin/support-requests/*')
    await progress(person, dataset)
  }),
  'an empty message': scenario('admin', (person, dataset) => answer(person, dataset, '')),
  'a message that was not sent': scenario('admin', async (person, dataset) => {
    await failing(person, 'POST', 'v1/admin/support-requests/*/message')
    await answer(person, dataset, thanks)
  }),
  'a message that was sent': scenario('admin', (person, dataset) => answer(person, dataset, thanks)),
  'a request that was updated': scenario('admin', progress),
}

/** Screens of the administrator's reports and requests. */
import { expect } from '@playwright/test'
import type { ReportedMessage } from '@samtur/contract/reports'
import { answer, at, unknownId, type Screen, screen } from './screen.ts'

const person = (full_name: string, digit: number) => ({
  id: `${digit}${unknownId.slice(1)}`,
  full_name,
  profile_picture: null,
})
const long = 'Aleksandra Wiśniewska-Kowalczyk von und zu Rosenqvist-Haraldsdóttir'
const ago = '2026-11-20T10:00:00Z'

const report = (digit: number, status: string, about: string) => ({
  id: `${digit}${unknownId.slice(1)}`,
  reporter: person(long, 1),
  reported: person('Rune Rapportert', 2),
  about,
  reason: 'Ber om penger utenom, og truer den som ikke vil betale. '.repeat(6),
  status,
  created_at: ago,
  reviewed_at: status === 'pending' ? null : ago,
  reviewed_by: status === 'pending' ? null : person('Adele Styrer', 3),
})
const line = (seq: number, sender: number, content: string | null, hidden = false): ReportedMessage => ({
  id: `${seq}${sender}${unknownId.slice(2)}`,
  seq,
  sender_id: person('', sender).id,
  content,
  image_url: null,
  hidden,
  taken_back: false,
  created_at: ago,
})
const list = [report(1, 'pending', 'conversation'), report(2, 'resolved', 'comment'), report(3, 'dismissed', 'person')]
const detail = (of: ReturnType<typeof report>) => ({
  ...of,
  decision: of.status === 'pending' ? null : 'Vi har snakket med sjåføren.',
  comment: { rating_id: unknownId, rating: 2, comment: 'Frekk og ubehagelig.', hidden: true },
  messages: [line(1, 1, 'Hei!'), line(2, 2, 'Betal nå, ellers …'), line(3, 2, null, true)],
  earlier: [report(2, 'resolved', 'comment'), report(3, 'dismissed', 'person')],
  reported_state: 'active',
  rides: [
    { id: unknownId, start_location: 'Oslo', end_location: 'Trondheim', departure_time: ago, hidden: false },
    {
      id: unknownId.replace('4', '5'),
      start_location: 'Hamar',
      end_location: 'Otta',
      departure_time: ago,
      hidden: true,
    },
  ],
  log: [],
})
const [first = report(1, 'pending', 'person'), second = first] = list

const request = (digit: number, status: string, request_type: string) => ({
  id: `${digit}${unknownId.slice(1)}`,
  request_type,
  subject:
    digit === 1 ? 'Hvordan får jeg igjen pengene for en tur som sjåføren avlyste samme dag?' : `Spørsmål ${digit}`,
  status,
  origin: digit === 2 ? 'chat' : 'form',
  created_at: ago,
  updated_at: ago,
  name: long,
  email: 'aleksandra.wisniewska-kowalczyk.von.und.zu@langtdomenenavn.example.no',
  user: digit === 3 ? null : person(long, 1),
  waiting: true,
})
const requests = [
  request(1, 'pending', 'payment'),
  request(2, 'in_progress', 'safety'),
  request(3, 'resolved', 'report_user'),
]
const counts = { total: 100_000, pending: 12_345, in_progress: 655, resolved: 87_000 }
const [summary = request(1, 'pending', 'general')] = requests
const requestDetail = {
  ...summary,
  description: 'Hei,\n\nturen ble avlyst. Hva nå?',
  messages: [
    { id: unknownId, seq: 1, author: 'person', content: 'Er det noen der?', created_at: ago },
    { id: unknownId.replace('4', '5'), seq: 2, author: 'assistant', content: 'Her er en artikkel.', created_at: ago },
    {
      id: unknownId.replace('4', '6'),
      seq: 3,
      author: 'admin',
      content: 'Hei! Hvilken dag gjelder det?',
      created_at: ago,
    },
  ],
  admin_notes: 'Ringt to ganger.',
  reviewed_at: null,
  reviewed_by: null,
  others: requests.slice(1),
}
const days = Array.from({ length: 30 }, (_, at) => ({
  day: new Date(Date.UTC(2026, 9, 24 + at)).toISOString().slice(0, 10),
  requests: (at * 7) % 13,
  answered: (at * 5) % 11,
  answer_minutes: at % 3 ? at * 61 : null,
}))

type Seen = Parameters<Screen['open']>[0]

async function withReports(on: Seen) {
  await answer(on, '/api/v1/admin/reports', { items: list, next_cursor: 'x', pending: 1 })
  for (const each of list) await answer(on, `/api/v1/admin/reports/${each.id}`, detail(each))
}

async function withRequests(on: Seen) {
  await answer(on, '/api/v1/admin/support-requests?limit=50', {
    items: requests,
    next_cursor: null,
    counts,
    matching: 3,
  })
  await answer(on, `/api/v1/admin/support-requests/${summary.id}`, requestDetail)
  await answer(on, '/api/v1/admin/support-days', { items: days })
}

const refused = (path: string, what: (on: Seen) => string, api: string): Screen =>
  screen(`${path} that failed`, 'admin', async (on) => {
    on.watch.allow(/ERR_FAILED/)
    await on.page.route(api, (route) => route.abort())
    await on.open(path)
    await expect(on.page.getByRole('main').getByRole('alert').getByText(what(on))).toBeVisible()
  })

export const moderationScreens: Screen[] = [
  at('support, signed out', 'visitor', '/admin/support', ({ t }) => t('admin.denied_text')),
  at('no reports with that status', 'admin', '/admin/reports?status=dismissed', ({ t }) =>
    t('admin_reports.none_found'),
  ),
  at('no requests found', 'admin', '/admin/support?q=zzzz', ({ t }) => t('admin_support.empty_title')),
  refused(
    '/admin/reports?status=pending',
    ({ t }) => t('admin_reports.load_failed'),
    '**/api/v1/admin/reports?status=pending',
  ),
  refused('/admin/support?q=a', ({ t }) => t('admin_support.load_failed'), '**/api/v1/admin/support-requests?q=a&**'),
  screen('reports', 'admin', async (on) => {
    await withReports(on)
    await on.moderation.openReports()
    await expect(on.moderation.report(long)).toHaveCount(3)
  }),
  screen('one report', 'admin', async (on) => {
    await withReports(on)
    await on.moderation.openReports(`?report=${first.id}`)
    await expect(on.page.getByText('Frekk og ubehagelig.')).toBeVisible()
  }),
  screen('a report that is decided', 'admin', async (on) => {
    await withReports(on)
    await on.moderation.openReports(`?report=${second.id}`)
    await expect(on.page.getByText('Vi har snakket med sjåføren.')).toBeVisible()
  }),
  screen('hiding a message without a reason', 'admin', async (on) => {
    await withReports(on)
    await on.moderation.openReports(`?report=${first.id}`)
    const talk = on.page.getByRole('region', { name: on.t('admin_reports.talk') })
    await talk
      .getByRole('button', { name: on.t('admin_reports.hide') })
      .first()
      .click()
    const dialog = on.moderation.dialog(on.t('admin_reports.hide_title.message'))
    await dialog.getByRole('button', { name: on.t('admin_reports.hide'), exact: true }).click()
    await expect(dialog.getByText(on.t('fields.reason_required'))).toBeVisible()
  }),
  screen('writing nothing to the reporter', 'admin', async (on) => {
    await withReports(on)
    await on.moderation.openReports(`?report=${first.id}`)
    await on.page.getByRole('button', { name: on.t('admin_reports.message'), exact: true }).click()
    const dialog = on.moderation.dialog(on.t('admin_reports.message_title', { name: long }))
    await dialog.getByRole('button', { name: on.t('admin_reports.message_send'), exact: true }).click()
    await expect(dialog.getByText(on.t('admin_reports.message_required'))).toBeVisible()
  }),
  screen('resolving a report', 'admin', async (on) => {
    await withReports(on)
    await on.moderation.openReports()
    await on.moderation.reports
      .getByRole('button', { name: on.t('admin_reports.resolve') })
      .first()
      .click()
    await expect(on.page.getByText(on.t('admin_reports.resolve_text'))).toBeVisible()
  }),
  screen('support dashboard', 'admin', async (on) => {
    await withRequests(on)
    await on.moderation.openSupport()
    await expect(on.moderation.requests.locator('[data-request]')).toHaveCount(3)
    await on.page.getByText(on.t('admin_support.as_table')).click()
    await expect(on.page.getByRole('table')).toBeVisible()
  }),
  screen('one request, with nothing written', 'admin', async (on) => {
    await withRequests(on)
    await on.moderation.openSupport(`?request=${summary.id}`)
    const send = on.page.getByRole('button', { name: on.t('admin_support.send'), exact: true })
    await send.click()
    await expect(on.page.getByText(on.t('admin_support.message_required'))).toBeVisible()
  }),
  screen('keyboard shortcuts, switched off', 'admin', async (on) => {
    await withRequests(on)
    await on.moderation.openSupport()
    await on.page.getByRole('button', { name: on.t('admin_support.shortcuts') }).click()
    const own = on.moderation.dialog(on.t('admin_support.shortcuts')).getByRole('switch')
    // The choice is stored on the device and may be left from an earlier scan.
    if (await own.isChecked()) await own.click()
    await expect(own).not.toBeChecked()
  }),
  screen('export under way', 'admin', async (on) => {
    await withRequests(on)
    await on.page.route('**/api/v1/admin/support-exports**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { export_id: '1', total: 1000 } })
        : undefined,
    )
    await on.moderation.openSupport()
    await on.page.getByRole('button', { name: on.t('admin_support.export') }).click()
    await expect(on.page.getByRole('progressbar')).toBeVisible()
  }),
]

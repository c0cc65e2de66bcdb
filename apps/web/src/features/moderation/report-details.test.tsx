// What an administrator sees of a report, and in which order.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReportDetail } from '@samtur/contract/reports'
import { show } from '../../../test/show.tsx'
import { fakeServer } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { ReportDetails } from './report-details.tsx'

fakeServer()

const person = (id: string, full_name: string) => ({ id, full_name, profile_picture: null })
const at = (minute: number) => `2026-11-22T08:${String(minute).padStart(2, '0')}:00Z`
const report: ReportDetail = {
  id: 'report-1',
  reporter: person('u-kari', 'Kari Klager'),
  reported: person('u-rune', 'Rune Rapportert'),
  about: 'conversation',
  category: 'behaviour',
  reason: 'Han truer meg.',
  status: 'pending',
  created_at: at(30),
  reviewed_at: null,
  reviewed_by: null,
  decision: null,
  comment: null,
  messages: Array.from({ length: 7 }, (_, index) => ({
    id: `m-${index}`,
    seq: index + 1,
    sender_id: index % 2 ? 'u-rune' : 'u-kari',
    content: `Melding ${index + 1}`,
    image_url: null,
    hidden: false,
    taken_back: false,
    created_at: at(index),
  })),
  earlier: [],
  reported_state: 'active',
  rides: [],
  log: [],
}

test('the person and the actions come before the reason and the messages', async () => {
  await show(<ReportDetails report={report} onShow={() => {}} onTask={() => {}} />, '/admin/reports')
  const inOrder = [
    screen.getByRole('button', { name: text('admin_reports.message') }),
    screen.getByRole('heading', { name: text('admin_reports.about_person') }),
    screen.getByRole('button', { name: text('admin.suspend') }),
    screen.getByText('Han truer meg.'),
    screen.getByRole('region', { name: text('admin_reports.talk') }),
  ]
  for (const [index, element] of inOrder.slice(1).entries())
    expect(
      inOrder[index]!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
      element.textContent,
    ).toBeTruthy()
})

test('the newest five messages are shown, newest first, and the rest on request', async () => {
  await show(<ReportDetails report={report} onShow={() => {}} onTask={() => {}} />, '/admin/reports')
  const texts = () =>
    within(screen.getByRole('region', { name: text('admin_reports.talk') }))
      .getAllByText(/^Melding \d$/)
      .map(({ textContent }) => textContent)
  const newestFirst = report.messages.map(({ content }) => content).toReversed()
  expect(texts()).toEqual(newestFirst.slice(0, 5))
  const unfold = screen.getByRole('button', { expanded: false })
  expect(unfold.textContent).toContain('7')
  fireEvent.click(unfold)
  expect(texts()).toEqual(newestFirst)
  fireEvent.click(screen.getByRole('button', { expanded: true }))
  expect(texts()).toHaveLength(5)
})

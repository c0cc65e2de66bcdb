// What an administrator sees of the running product.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OperationsState } from '@samtur/contract/operations'
import { job, state } from '../../../test/operations.ts'
import { fakeServer, kari, noNetwork, page, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { OperationsScreen } from './operations-screen.tsx'

const server = fakeServer({
  me: { ...kari, role: 'admin', two_factor_enabled: true },
  answers: {
    'operations.mails': () => page([]),
    // The numbers in the navigation are of no interest here.
    'reports.all': () => refusal('forbidden'),
    'support.all': () => refusal('forbidden'),
  },
})

async function open(change: Partial<OperationsState> = {}) {
  server.answers['operations.state'] = () => state(change)
  await show(<OperationsScreen />, '/admin/operations')
  await screen.findByRole('region', { name: text('operations.queues') })
}
const part = (name: 'queues' | 'mails' | 'processes' | 'replicas' | 'jobs' | 'backup' | 'storage') =>
  within(screen.getByRole('region', { name: text(`operations.${name}`) }))

test('a product that runs as it should says so, and shows no advice', async () => {
  await open()
  expect(screen.getByText(text('operations.all_fine'))).toBeDefined()
  expect(part('processes').getByText('samtur-1')).toBeDefined()
  expect(screen.queryByRole('region', { name: text('operations.replicas') })).toBeNull()
  expect(part('backup').getByText(text('operations.backup_state.fine'))).toBeDefined()
  expect(part('jobs').queryByText(text('operations.job.outbox'))).toBeNull()
  fireEvent.click(part('jobs').getByRole('button', { name: text('operations.jobs_fine', { count: 2 }) }))
  expect(part('jobs').getByText(text('operations.job.outbox'))).toBeDefined()
})

test('what needs attention is named first, with a link to it and with what to do', async () => {
  await open({
    queues: [{ name: 'retries', waiting: 7, oldest_seconds: 7_300, condition: 'broken' }],
    jobs: [job({ condition: 'broken', problem: 'failing', failed_at: state().as_of, reason: 'ECONNREFUSED' })],
    backup: { ...state().backup, state: 'off', condition: 'slow', every_hours: null, newest: null, next_at: null },
  })
  expect(screen.getByText(text('operations.attention', { count: 3 }))).toBeDefined()
  const link = screen.getByRole('link', { name: text('operations.backup') })
  expect(document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.textContent).toBe(
    text('operations.backup'),
  )
  expect(part('queues').getByText(text('operations.queue_advice.retries'))).toBeDefined()
  expect(part('queues').getByText(text('operations.queue_oldest', { duration: '2 timer' }))).toBeDefined()
  expect(part('jobs').getByText(text('operations.job_failing', { name: 'outbox' }))).toBeDefined()
  expect(part('backup').getByText(text('operations.backup_state.off'))).toBeDefined()
})

test('work of another version is shown under its own name', async () => {
  await open({ jobs: [job({ name: 'later.work', condition: 'broken', problem: 'late' })] })
  expect(part('jobs').getByText('later.work')).toBeDefined()
})

test('processes of two versions, and one that does not respond, are pointed out', async () => {
  const [one] = state().processes
  await open({ processes: [one!, { ...one!, id: '2', version: '0.2.0' }, { ...one!, id: '3', state: 'silent' }] })
  expect(part('processes').getByText(text('operations.versions_differ'))).toBeDefined()
  expect(part('processes').getByText(text('operations.process_silent_text'))).toBeDefined()
})

test('replicas are shown with how far one is behind, and what to do', async () => {
  const replica = { lag_seconds: 0.2, condition: 'fine' } as const
  await open({
    replicas: [
      { ...replica, name: 'one:5432', state: 'used' },
      { name: 'two:5432', state: 'behind', lag_seconds: 4.5, condition: 'slow' },
      { name: 'three:5432', state: 'away', lag_seconds: null, condition: 'slow' },
    ],
  })
  const rows = part('replicas').getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `one:5432${text('operations.replica_state.used')}`,
    `two:5432${text('operations.replica_state.behind')}${text('operations.replica_lag', { duration: '4,5 sekunder' })}${text('operations.replica_advice.behind')}`,
    `three:5432${text('operations.replica_state.away')}${text('operations.replica_advice.away')}`,
  ])
  expect(screen.getByRole('link', { name: text('operations.replicas') })).toBeDefined()
})

test('the button reads the state again, and a screen reader hears the end', async () => {
  await open()
  server.answers['operations.state'] = () => state({ failed_mails: 2 })
  fireEvent.click(screen.getByRole('button', { name: text('operations.refresh') }))
  await screen.findByRole('button', { name: text('operations.mails_resend_all', { count: 2 }) })
  expect(screen.getByText(text('operations.refreshed')).getAttribute('role')).toBe('status')
  expect([server.sentTo('operations.state').length, server.sentTo('operations.mails').length]).toEqual([2, 2])
})

test('sending all mails again says how many, and the focus goes to the heading', async () => {
  await open({ failed_mails: 2 })
  server.answers['operations.resendMails'] = () => {
    server.answers['operations.state'] = () => state()
    return { count: 2 }
  }
  fireEvent.click(screen.getByRole('button', { name: text('operations.mails_resend_all', { count: 2 }) }))
  expect(await screen.findByText(text('operations.mails_resent', { count: 2 }))).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe(text('operations.mails')))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: containing(text('operations.mail_resend')) })).toBeNull(),
  )
})

test('without a network the page says that it could not be loaded, and a later failure keeps what was shown', async () => {
  server.answers['operations.state'] = noNetwork
  await show(<OperationsScreen />, '/admin/operations')
  expect((await screen.findAllByText(text('operations.load_failed'))).length).toBeGreaterThan(0)
  server.answers['operations.state'] = () => state()
  fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
  await screen.findByText(text('operations.queues'))
  server.answers['operations.state'] = noNetwork
  fireEvent.click(screen.getByRole('button', { name: text('operations.refresh') }))
  expect((await screen.findAllByText(text('operations.load_failed'))).length).toBeGreaterThan(0)
  expect(screen.getByText(text('operations.queues'))).toBeDefined()
})

test('an administrator without the second factor is led to it', async () => {
  server.answers['operations.state'] = () => refusal('two_factor_required')
  await show(<OperationsScreen />, '/admin/operations')
  expect(await screen.findByText(text('admin.two_factor_title'))).toBeDefined()
})

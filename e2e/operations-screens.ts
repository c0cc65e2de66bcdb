/** The administrator's page of operations, in the states that a running test server does not have. */
import { expect } from '@playwright/test'
import type { OperationsState, UndeliveredMail } from '@samtur/contract/operations'
import type { Person } from './person.ts'
import { answer, at, unknownId, type Screen, screen } from './screen.ts'

const longName = 'samtur-production-europe-north-1-node-0123456789abcdef0123456789abcdef.internal.example'

const mail = (digit: number, state: UndeliveredMail['state'], reason: string): UndeliveredMail => ({
  id: `${digit}${unknownId.slice(1)}`,
  topic: 'confirmation',
  recipient: 'aleksandra.wisniewska-kowalczyk.von.und.zu@example.no',
  state,
  reason,
  attempts: 5,
  created_at: '2026-11-20T10:00:00Z',
  at: state === 'sent' ? null : '2026-11-21T10:00:00Z',
})
const mails = [
  mail(1, 'given_up', '550'),
  mail(2, 'waiting', 'ETIMEDOUT'),
  mail(3, 'sent', '421'),
  mail(4, 'expired', '554'),
]

/** Shows a product in which everything is wrong, on machines with long names. */
async function openInTrouble(person: Person) {
  await answer(person, '/api/v1/admin/mails*', { items: mails, next_cursor: unknownId })
  await person.page.route('**/api/v1/admin/operations', async (route) => {
    const response = await route.fetch()
    const state = (await response.json()) as OperationsState
    const troubled: OperationsState = {
      ...state,
      queues: state.queues.map((queue) => ({
        ...queue,
        waiting: 10_000,
        oldest_seconds: 200_000,
        condition: 'broken',
      })),
      failed_mails: 1,
      processes: (['heard', 'silent', 'gone'] as const).map((stage, index) => ({
        id: `${index}${unknownId.slice(1)}`,
        current: index === 0,
        host: longName,
        pid: 1_234_567,
        worker: index + 1,
        version: `0.${index}.0-next.20261120T100000Z`,
        started_at: state.as_of,
        heard_at: state.as_of,
        state: stage,
        live_connections: 12_345,
      })),
      replicas: (['used', 'behind', 'ahead', 'away'] as const).map((stage) => ({
        name: `${stage}-${longName}:5432`,
        state: stage,
        lag_seconds: stage === 'behind' ? 9.5 : null,
        condition: stage === 'used' ? 'fine' : 'slow',
      })),
      // Names with a dot would be taken for the ids of missing texts.
      jobs: ['later-work-of-another-version', 'outbox', 'travel'].map((name, index) => ({
        name,
        condition: index === 0 ? 'slow' : 'broken',
        problem: index === 2 ? 'late' : 'failing',
        every_seconds: 15,
        last_at: state.as_of,
        seconds: 12_345,
        next_at: state.as_of,
        failed_at: state.as_of,
        reason: 'ECONNREFUSED',
      })),
      storage: {
        ...state.storage,
        files_in: 'bucket',
        files: null,
        disks: [longName, 'two'].map((host) => ({
          host,
          holds: 'backups',
          free_bytes: 1e8,
          total_bytes: 1e12,
          condition: 'broken',
        })),
      },
      backup: {
        state: 'failing',
        condition: 'broken',
        every_hours: 24,
        newest: { at: state.as_of, bytes: 123_456_789, host: longName },
        next_at: state.as_of,
        reason: 'ENOSPC',
      },
    }
    await route.fulfill({ response, json: troubled })
  })
  await person.open('/admin/operations')
  await expect(person.page.getByText(person.t('operations.mail_reason.address', { code: '550' }))).toBeVisible()
  await expect(person.page.getByText(person.t('operations.backup_state.failing'))).toBeVisible()
}

export const operationsScreens: Screen[] = [
  at('operations', 'admin', '/admin/operations', ({ t }) => t('operations.backup_state.off')),
  screen('operations in trouble', 'admin', openInTrouble),
  screen('background work of operations', 'admin', async (person) => {
    await person.open('/admin/operations')
    await person.page
      .getByRole('region', { name: person.t('operations.jobs') })
      .getByRole('button')
      .click()
    await expect(person.page.getByText(person.t('operations.job.outbox'))).toBeVisible()
  }),
  screen('operations that failed', 'admin', async (person) => {
    person.watch.allow(/ERR_FAILED/)
    await person.page.route('**/api/v1/admin/operations', (route) => route.abort())
    await person.open('/admin/operations')
    await expect(
      person.page.getByRole('main').getByRole('alert').getByText(person.t('operations.load_failed')),
    ).toBeVisible()
  }),
]

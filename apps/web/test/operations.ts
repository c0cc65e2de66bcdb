/** A running product as the server describes it to administrators, for tests of the pages. */
import type { Job, OperationsState } from '@samtur/contract/operations'

const at = (time: string) => `2026-11-20T${time}:00.000Z`

export const job = (change: Partial<Job> = {}): Job => ({
  name: 'outbox',
  condition: 'fine',
  problem: null,
  every_seconds: 15,
  last_at: at('10:00'),
  seconds: 0.4,
  next_at: at('10:01'),
  failed_at: null,
  reason: null,
  ...change,
})

export function state(change: Partial<OperationsState> = {}): OperationsState {
  return {
    as_of: at('10:00'),
    product: {
      version: '0.1.0',
      started_at: at('08:00'),
      database: 'server',
      database_version: '17.5',
      migration: '0150_operations',
    },
    processes: [
      {
        id: '5a370000-0000-4000-8000-000000000001',
        current: true,
        host: 'samtur-1',
        pid: 4711,
        worker: 1,
        version: '0.1.0',
        started_at: at('08:00'),
        heard_at: at('10:00'),
        state: 'heard',
        live_connections: 3,
      },
    ],
    replicas: [],
    queues: [
      { name: 'mails', waiting: 0, oldest_seconds: null, condition: 'fine' },
      { name: 'pushes', waiting: 2, oldest_seconds: 4, condition: 'fine' },
    ],
    failed_mails: 0,
    jobs: [job(), job({ name: 'travel' })],
    storage: {
      database_bytes: 56_000_000,
      files_in: 'folder',
      files: { count: 12, bytes: 3_400_000 },
      disks: [{ host: 'samtur-1', holds: 'data', free_bytes: 4e10, total_bytes: 1e11, condition: 'fine' }],
    },
    backup: {
      state: 'fine',
      condition: 'fine',
      every_hours: 24,
      newest: { at: at('02:00'), bytes: 7_000_000, host: 'samtur-1' },
      next_at: '2026-11-21T02:00:00.000Z',
      reason: null,
    },
    ...change,
  }
}

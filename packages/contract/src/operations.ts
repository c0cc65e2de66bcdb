/** What administrators see of the running product, and the mails that could not be delivered. */
import { z } from './zod.ts'
import { cursor, endpoint, id, instant, page } from './endpoint.ts'
import { digits } from './numbers.ts'

/** `slow`: look at it when there is time. `broken`: people notice it. */
export const conditions = ['fine', 'slow', 'broken'] as const
const condition = z.enum(conditions)
export type Condition = (typeof conditions)[number]

/** `silent`: not heard for half a minute. `gone`: not heard for ten minutes; it ended without stopping first. */
const processStates = ['heard', 'silent', 'gone'] as const

export const serverProcess = z.object({
  id,
  /** The process that responds. */
  current: z.boolean(),
  host: z.string(),
  pid: z.int(),
  /** Of version 0.2: the number among the processes behind one port. Null otherwise. */
  worker: z.int().nullable(),
  version: z.string(),
  started_at: instant,
  heard_at: instant,
  state: z.enum(processStates),
  live_connections: z.int(),
})
export type ServerProcess = z.infer<typeof serverProcess>

export const queueNames = ['mails', 'retries', 'pushes', 'wanted', 'digests', 'exports', 'erasures'] as const
export type QueueName = (typeof queueNames)[number]

export const queue = z.object({
  name: z.enum(queueNames),
  /** At most 10,000 are counted. */
  waiting: z.int(),
  /** How long the oldest has waited beyond its time; null where none waits or it is not known. */
  oldest_seconds: z.int().nullable(),
  condition,
})
export type Queue = z.infer<typeof queue>

/** The background work, by its name in the log. */
export const jobNames = [
  'accounts.old',
  'backup',
  'chat-live',
  'chat.old',
  'chat.unread',
  'cleaning',
  'files',
  'identities.expired',
  'invariants',
  'notifications.old',
  'notifications.push',
  'operations.heartbeat',
  'outbox',
  'places.searches',
  'privacy.erasing',
  'privacy.exports',
  'ratings.due',
  'reservations.due',
  'reservations.old',
  'reservations.waiting',
  'rides.departed',
  'support.old',
  'travel',
  'wanted.matching',
  'wanted.old',
] as const

export const job = z.object({
  /** One of `jobNames`, or work of another version. */
  name: z.string(),
  condition,
  /** `failing`: the last runs failed. `late`: no run has succeeded for three intervals. */
  problem: z.enum(['failing', 'late']).nullable(),
  every_seconds: z.number(),
  /** The last run of any process that runs now; null before the first. */
  last_at: instant.nullable(),
  /** How long it took. */
  seconds: z.number().nullable(),
  next_at: instant.nullable(),
  failed_at: instant.nullable(),
  /** The code of the last failure, never its text. */
  reason: z.string().nullable(),
})
export type Job = z.infer<typeof job>

/**
 * From the most useful for reads to the least. `behind`: it has not replayed what the primary wrote. `ahead`: it has writes that the primary lacks.
 * `away`: it does not respond, or is no standby.
 */
export const replicaStates = ['used', 'behind', 'ahead', 'away'] as const

/** A standby of the primary that serves reads, as the process sees it that can use it least. */
const replica = z.object({
  /** Host and port. */
  name: z.string(),
  state: z.enum(replicaStates),
  /** Null where it is not known, or longer than ten seconds. */
  lag_seconds: z.number().nullable(),
  condition,
})
export type Replica = z.infer<typeof replica>
export type ReplicaState = (typeof replicaStates)[number]

const disk = z.object({
  host: z.string(),
  holds: z.enum(['data', 'backups']),
  free_bytes: z.number(),
  total_bytes: z.number(),
  condition,
})
export type Disk = z.infer<typeof disk>

export const backupStates = ['fine', 'first', 'late', 'missing', 'failing', 'off'] as const

export const operationsState = z.object({
  as_of: instant,
  product: z.object({
    version: z.string(),
    started_at: instant,
    database: z.enum(['embedded', 'server']),
    database_version: z.string(),
    /** The newest migration of the schema. */
    migration: z.string(),
  }),
  processes: z.array(serverProcess),
  replicas: z.array(replica),
  queues: z.array(queue),
  /** Mails that were given up and can be sent again; at most 10,000 are counted. */
  failed_mails: z.int(),
  jobs: z.array(job),
  storage: z.object({
    database_bytes: z.number(),
    /** Where pictures and exports are. */
    files_in: z.enum(['folder', 'bucket']),
    /** Null until they are counted. */
    files: z.object({ count: z.int(), bytes: z.number() }).nullable(),
    disks: z.array(disk),
  }),
  backup: z.object({
    /** `first`: there is none yet, and one will be made. `off`: no process makes any. */
    state: z.enum(backupStates),
    condition,
    every_hours: z.number().nullable(),
    newest: z.object({ at: instant, bytes: z.number(), host: z.string() }).nullable(),
    next_at: instant.nullable(),
    /** The code of the last failure. */
    reason: z.string().nullable(),
  }),
})
export type OperationsState = z.infer<typeof operationsState>

export const mailTopics = [
  'confirmation',
  'invitation',
  'new_password',
  'sign_in',
  'new_address',
  'security',
  'notification',
  'moderation',
  'support',
  'deletion',
  'follower',
  'other',
] as const
export type MailTopic = (typeof mailTopics)[number]

/** Given up; of no use any more, because its code has run out; waiting for the next attempt; under way or delivered after all. */
export const mailStates = ['given_up', 'expired', 'waiting', 'sent'] as const

/** A mail that could not be delivered. Never its text, and of the address only what is needed to recognise it. */
export const undeliveredMail = z.object({
  id,
  topic: z.enum(mailTopics),
  recipient: z.string(),
  state: z.enum(mailStates),
  /** The mail server's code, or what went wrong on the way to it. */
  reason: z.string(),
  attempts: z.int(),
  created_at: instant,
  /** When it was given up, or when it is tried next; null for one that was sent. */
  at: instant.nullable(),
})
export type UndeliveredMail = z.infer<typeof undeliveredMail>

const admin = { access: 'admin', tag: 'operations' } as const

export const operations = {
  state: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/operations',
    summary:
      'Version, processes, read replicas, queues, background work, storage and the newest backup, of all processes together',
    output: operationsState,
    errors: ['forbidden', 'two_factor_required'],
  }),
  mails: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/mails',
    summary: 'Mails that could not be delivered, newest first: given up, or still being tried; for seven days',
    query: z.strictObject({ limit: digits(1, 50).optional(), cursor: cursor.optional() }),
    output: page(undeliveredMail),
    errors: ['forbidden', 'two_factor_required'],
  }),
  resendMail: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/mails/{id}/resend',
    summary:
      'Send a mail again that was given up, with new links; one whose code has run out stays as it is. Repeating it changes nothing',
    output: undeliveredMail,
    errors: ['forbidden', 'two_factor_required', 'not_found'],
  }),
  resendMails: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/mails/resend',
    summary: 'Send all mails again that were given up; returns how many. Repeating it changes nothing',
    output: z.object({ count: z.int() }),
    errors: ['forbidden', 'two_factor_required'],
  }),
}

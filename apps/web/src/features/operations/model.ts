/** What the figures of operations mean on the page. */
import { type Condition, jobNames, type OperationsState } from '@samtur/contract/operations'
import type { Language } from '@samtur/i18n/translate'
import { languages } from '@samtur/i18n/translate'

/** The sections of the page, in their order. */
export const sections = ['queues', 'processes', 'replicas', 'backup', 'storage', 'mails', 'jobs'] as const
export type SectionName = (typeof sections)[number]

const severity: Record<Condition, number> = { fine: 0, slow: 1, broken: 2 }

const worst = (conditions: readonly Condition[]): Condition =>
  conditions.reduce((one, other) => (severity[other] > severity[one] ? other : one), 'fine')

/** Returns whether the running processes have different versions. */
export const versionsDiffer = ({ processes }: Pick<OperationsState, 'processes'>): boolean =>
  new Set(processes.filter(({ state }) => state === 'heard').map(({ version }) => version)).size > 1

/** Returns the condition of each section: that of its worst part. */
export function conditionsOf(state: OperationsState): Record<SectionName, Condition> {
  const { queues, failed_mails, processes, replicas, jobs, backup, storage } = state
  const silent = processes.some((one) => one.state === 'silent')
  return {
    queues: worst(queues.map(({ condition }) => condition)),
    mails: failed_mails > 0 ? 'slow' : 'fine',
    processes: silent ? 'broken' : versionsDiffer(state) ? 'slow' : 'fine',
    replicas: worst(replicas.map(({ condition }) => condition)),
    jobs: worst(jobs.map(({ condition }) => condition)),
    backup: backup.condition,
    storage: worst(storage.disks.map(({ condition }) => condition)),
  }
}

export type JobName = (typeof jobNames)[number]
/** The name of a job in the ids of texts. */
type TextName<Name extends string> = Name extends `${infer Before}.${infer After}`
  ? `${Before}_${TextName<After>}`
  : Name extends `${infer Before}-${infer After}`
    ? `${Before}_${TextName<After>}`
    : Name

/** Returns the part of the text's id; undefined for the work of another version. */
export function jobTextName(name: string): TextName<JobName> | undefined {
  const known = jobNames.find((one) => one === name)
  return known?.replace(/[.-]/g, '_') as TextName<JobName> | undefined
}

/** Returns what a failure's code means, for an administrator. */
export function jobReason(code: string) {
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return 'full'
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return 'rights'
  if (/^E[A-Z]{3,}/.test(code)) return 'away'
  return /^[0-9A-Z]{5}$/.test(code) ? 'database' : 'other'
}

/** Returns what the code of a mail server, or of the way to it, means for an administrator. */
export function mailReason(code: string) {
  if (code === 'EXPIRED') return 'late'
  if (code === 'NO_SMTP_URL') return 'unset'
  if (/^(EAUTH|53\d)$/.test(code)) return 'sign_in'
  if (/^[45]52$/.test(code)) return 'full'
  if (/^4\d\d$/.test(code)) return 'later'
  if (/^55[013]$/.test(code)) return 'address'
  if (/^5\d\d$/.test(code)) return 'refused'
  return /^E[A-Z]{3,}/.test(code) ? 'away' : 'fault'
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns '20 minutter', '0,3 sekunder': one unit, with a fraction below ten seconds. */
export function durationText(language: Language, seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
  const value = unit === 'second' ? Math.max(seconds, 0.001) : Math.floor(seconds / size)
  const precision = value < 1 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: value < 10 ? 1 : 0 }
  const options = { style: 'unit', unit, unitDisplay: 'long', ...precision } as const
  return new Intl.NumberFormat(languages[language].tag, options).format(value)
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Returns '1,2 GB'. */
export function bytesText(language: Language, bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return new Intl.NumberFormat(languages[language].tag, {
    style: 'unit',
    unit: sizes[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 1 ? 1 : 0,
  }).format(value)
}

/** The only reader of the environment, once at the start. A wrong value is refused with its name and what is expected. */
import path from 'node:path'
import { costModes, type CostMode } from '@samtur/contract/constants'
import { z } from 'zod'
import { isLocalUrl, isLoopback } from './platform/loopback.ts'
import {
  ageRecipient,
  databaseUrls,
  digits,
  flag,
  keyValues,
  type OidcProvider,
  providers,
  ratio,
  redirects,
  replicaUrls,
  routerUrl,
  secret,
  ssoDomains,
  storage,
  url,
  vapidKey,
} from './platform/setting-values.ts'

/** Marks settings that are printed without their value, or without the password in their address. */
const confidential = { hide: 'value' } as const
const withPassword = { hide: 'password' } as const

/** Every variable with its meaning; the README's table lists the same ones. */
const environment = z.object({
  PORT: digits(65_535, 'expected a port number').default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'])
    .refine((text) => /^https?:\/\/[^/?#]+\/?$/.test(text), { error: 'expected an origin without a path' })
    .refine((text) => !text.startsWith('http://') || isLocalUrl(text), {
      error:
        'expected https:// for an address beyond this machine: without encryption anybody on the way reads passwords and sessions',
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrls.optional().meta(withPassword),
  DATABASE_SESSION_URL: databaseUrls.optional().meta(withPassword),
  DATABASE_REPLICA_URLS: replicaUrls.optional().meta(withPassword),
  DRAIN_SECONDS: digits(60, 'expected a number of seconds up to 60').default(0),
  DEMO: z.enum(['on', 'off', 'auto'], { error: 'expected on, off or auto' }).default('auto'),
  SMTP_URL: url(['smtp:', 'smtps:']).optional().meta(withPassword),
  MAIL_FROM: z
    .string()
    .includes('@', { error: 'expected a sender with an address' })
    .default('Samtur <no-reply@samtur.example>'),
  ADMIN_EMAIL: z.email({ error: 'expected an e-mail address' }).toLowerCase().optional(),
  SUPPORT_EMAIL: z.email({ error: 'expected an e-mail address' }).default('support@samtur.example'),
  SUPPORT_PHONE: z.string().default('+47 21 00 00 00'),
  SIGN_UP_TELLS_KNOWN_ADDRESSES: flag('on'),
  PASSWORD_MIN_LENGTH: digits(64, 'expected a number from 6 to 64')
    .refine((value) => value >= 6, { error: 'expected a number from 6 to 64' })
    .default(6),
  EMAIL_CODE_SIGN_IN: flag('off'),
  ADMIN_TWO_FACTOR: flag('off'),
  OIDC_PROVIDERS: providers.optional().meta(confidential),
  COST_SHARING: z.enum(costModes, { error: `expected ${costModes.join(', ')}` }).default('advise'),
  BLIND_RATINGS: flag('off'),
  SAME_GENDER_RIDES: flag('off'),
  VAPID_PUBLIC_KEY: vapidKey(87).optional(),
  VAPID_PRIVATE_KEY: vapidKey(43).optional().meta(confidential),
  STORAGE_URL: storage.optional().meta(withPassword),
  ROUTER_URL: routerUrl.optional(),
  RATE_LIMITS: flag('on'),
  RESPONSE_CACHE_MS: digits(10_000, 'expected milliseconds, at most 10000').default(1_000),
  TRUST_PROXY: digits(5, 'expected the number of proxies in front').default(0),
  SECRET: secret.optional().meta(confidential),
  SECRET_PREVIOUS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.length <= 5, { error: 'expected at most 5 secrets' })
    .refine((list) => list.every((one) => secret.safeParse(one).success), {
      error: 'expected at least 32 random characters for each secret',
    })
    .optional()
    .meta(confidential),
  CLIENT_KEY: z
    .string()
    .regex(/^[\w.-]{8,200}$/, { error: 'expected 8 to 200 letters, digits, dots, hyphens and underscores' })
    .default('samtur-public'),
  SERVICE_KEY: secret.optional().meta(confidential),
  REDIRECT_URLS: redirects.optional(),
  SSO_DOMAINS: ssoDomains.optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'expected at least 16 characters' }).optional().meta(confidential),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional().meta(withPassword),
  OTEL_EXPORTER_OTLP_HEADERS: keyValues.optional().meta(confidential),
  OTEL_SERVICE_NAME: z.string().default('samtur'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY_HOURS: digits(720, 'expected hours, 1 to 720')
    .refine((value) => value >= 1, { error: 'expected hours, 1 to 720' })
    .default(24),
  BACKUP_KEEP: digits(999, 'expected a number from 1 to 999')
    .refine((value) => value >= 1, { error: 'expected a number from 1 to 999' })
    .default(7),
  BACKUP_RECIPIENT: ageRecipient.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The demo's administrator, unless ADMIN_EMAIL names another. */
export const demoAdminEmail = 'admin@samtur.example'

/** Name → default, for those that have one. */
export const variables: Record<string, string | number | undefined> = Object.fromEntries(
  Object.entries(environment.shape).map(([name, schema]) => [name, defaultOf(schema)]),
)

function defaultOf(schema: z.ZodType) {
  const parsed = schema.safeParse(undefined)
  return parsed.success && typeof parsed.data === 'boolean'
    ? parsed.data
      ? 'on'
      : 'off'
    : (parsed.data as string | number | undefined)
}

interface Listing {
  secrets?: boolean
  env?: Record<string, string | undefined>
}

interface Setting {
  name: string
  /** As it was given; undefined when it is not set. */
  value: string | undefined
  fallback: string | undefined
}

/** Returns every setting in the order of the README. Confidential values and passwords are replaced by `…` unless `secrets` is set. */
export function listSettings({ secrets = false, env = process.env }: Listing = {}): Setting[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const value = env[name] || undefined
    const fallback = variables[name]
    return {
      name,
      value: value === undefined || secrets ? value : hideSecrets(value, schema),
      fallback: fallback === undefined ? undefined : String(fallback),
    }
  })
}

function hideSecrets(value: string, schema: z.ZodType): string {
  const hide = schema.meta()?.['hide']
  if (hide === 'value') return '…'
  return hide === 'password' ? value.replaceAll(/(\w+:\/\/[^/@]*?):[^/]*@/g, '$1:…@') : value
}

export interface Config {
  port: number
  host: string
  /** The product's address from outside, for links in mails and the origin check. Undefined: reachable on this machine only. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** The database past a pooler at `databaseUrl` that keeps no sessions. */
  databaseSessionUrl: string | undefined
  /** Standbys of the database that serve reads. */
  databaseReplicaUrls: readonly string[]
  /** How long a process that was told to stop serves on, while /readyz fails. */
  drainSeconds: number
  demo: boolean
  smtpUrl: string | undefined
  mailFrom: string
  adminEmail: string | undefined
  supportEmail: string
  supportPhone: string
  signUpTellsKnownAddresses: boolean
  /** Shortest password, in characters. */
  passwordMinLength: number
  /** Signing in with a code that is mailed. */
  emailCodeSignIn: boolean
  /** Administrators must use a second factor. */
  adminNeedsTwoFactor: boolean
  oidcProviders: readonly OidcProvider[]
  /** The effect of a price above the share of the costs: a hint to the driver, a refusal, or none. */
  costSharing: CostMode
  /** A rating is shown once both sides have rated, or after 14 days. */
  blindRatings: boolean
  /** Drivers can offer a ride to people of their own gender only. */
  sameGenderRides: boolean
  /** Keys for web push, which is off without them. */
  vapid: { publicKey: string; privateKey: string } | undefined
  /** An S3 store for pictures instead of the folder. */
  storageUrl: string | undefined
  /** A routing engine (OSRM) that measures the ways by road; without it they come from the road graph. */
  routerUrl: string | undefined
  rateLimits: boolean
  /** Milliseconds for which visitors share the response of a search. */
  responseCacheMs: number
  trustProxy: number
  secret: string | undefined
  /** Secrets that were used before, the newest first: they verify and decrypt, and sign nothing. */
  previousSecrets: readonly string[]
  /** Identifies programs of the service interface. It is no secret and gives a visitor's rights. */
  clientKey: string
  /** Opens the administrator's part of the service interface to other servers; off without. */
  serviceKey: string | undefined
  /** Where the service interface may lead a browser, beside this site: addresses that begin with one of these. */
  redirectUrls: readonly string[]
  /** Mail domain → id of the provider that signs in its people. */
  ssoDomains: ReadonlyMap<string, string>
  metricsToken: string | undefined
  /** Undefined: no traces are made. */
  tracing: TracingSettings | undefined
  backup: BackupSettings
  logLevel: string
  /** Mail is kept for the mailbox page instead of being sent. */
  localMailbox: boolean
  /** PUBLIC_URL or HOST names another place than this machine. */
  reachableFromOutside: boolean
}

/** Where spans are sent, as OTLP over HTTP. */
export interface TracingSettings {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  /** The name of the service in the traces. */
  service: string
  /** The share of requests that are traced, 0 to 1. */
  ratio: number
}

/** Archives of the database and the pictures that the server makes by itself. */
export interface BackupSettings {
  /** None are made without a folder. */
  dir: string | undefined
  everyHours: number
  /** How many archives stay in the folder. */
  keep: number
  /** The age key that they are encrypted for. */
  recipient: string | undefined
}

export class ConfigError extends Error {}

/** The same as `readConfig`, with the demo switched on. */
export const readDemoConfig = (): Config => readConfig({ ...process.env, DEMO: 'on' })

/** Throws ConfigError naming every wrong variable. Empty values count as not set. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration is not usable:\n${problems.join('\n')}`)
  }
  const values = parsed.data
  if (values.DATABASE_REPLICA_URLS && !values.DATABASE_URL)
    throw new ConfigError(
      'The configuration is not usable:\n  DATABASE_REPLICA_URLS: expected together with DATABASE_URL, which names the primary',
    )
  const local = isLoopback(values.HOST) && isLocalUrl(values.PUBLIC_URL)
  if (!local) refuseDemoAdministrator(values)
  const demo = values.DEMO === 'on' || (values.DEMO === 'auto' && !values.DATABASE_URL && local)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseSessionUrl: values.DATABASE_SESSION_URL,
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS ?? [],
    drainSeconds: values.DRAIN_SECONDS,
    demo,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    adminEmail: values.ADMIN_EMAIL ?? (demo ? demoAdminEmail : undefined),
    supportEmail: values.SUPPORT_EMAIL,
    supportPhone: values.SUPPORT_PHONE,
    signUpTellsKnownAddresses: values.SIGN_UP_TELLS_KNOWN_ADDRESSES,
    passwordMinLength: values.PASSWORD_MIN_LENGTH,
    emailCodeSignIn: values.EMAIL_CODE_SIGN_IN,
    adminNeedsTwoFactor: values.ADMIN_TWO_FACTOR,
    oidcProviders: values.OIDC_PROVIDERS ?? [],
    costSharing: values.COST_SHARING,
    blindRatings: values.BLIND_RATINGS,
    sameGenderRides: values.SAME_GENDER_RIDES,
    vapid: vapidKeys(values),
    storageUrl: values.STORAGE_URL,
    routerUrl: values.ROUTER_URL,
    rateLimits: values.RATE_LIMITS,
    responseCacheMs: values.RESPONSE_CACHE_MS,
    trustProxy: values.TRUST_PROXY,
    secret: values.SECRET,
    previousSecrets: values.SECRET_PREVIOUS ?? [],
    clientKey: values.CLIENT_KEY,
    serviceKey: values.SERVICE_KEY,
    redirectUrls: values.REDIRECT_URLS ?? [],
    ssoDomains: values.SSO_DOMAINS ?? new Map(),
    metricsToken: values.METRICS_TOKEN,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          service: values.OTEL_SERVICE_NAME,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    backup: {
      dir: values.BACKUP_DIR === undefined ? undefined : path.resolve(values.BACKUP_DIR),
      everyHours: values.BACKUP_EVERY_HOURS,
      keep: values.BACKUP_KEEP,
      recipient: values.BACKUP_RECIPIENT,
    },
    logLevel: values.LOG_LEVEL,
    localMailbox: !values.SMTP_URL && local,
    reachableFromOutside: !local,
  }
}

/** Returns a sentence about a setting that is still set but has no effect any more; undefined without one. */
export const retiredSetting = (env: Record<string, string | undefined> = process.env): string | undefined =>
  env['WORKERS']
    ? 'WORKERS has no effect any more, and this is one process: for several, start instances of samtur@.service behind a proxy (docs/operating/several-nodes.md), and remove the setting'
    : undefined

/** The README prints the password of the demo's administrator. Throws ConfigError where others could sign in with it. */
function refuseDemoAdministrator({ DEMO, ADMIN_EMAIL }: { DEMO: string; ADMIN_EMAIL?: string | undefined }) {
  if (ADMIN_EMAIL === demoAdminEmail || (DEMO === 'on' && ADMIN_EMAIL === undefined))
    throw new ConfigError(
      `The configuration is not usable:\n  ADMIN_EMAIL: expected another address than ${demoAdminEmail}, whose password everybody knows, where the server is reachable from outside`,
    )
}

function vapidKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Partial<Record<string, unknown>>) {
  if (typeof publicKey === 'string' && typeof privateKey === 'string') return { publicKey, privateKey }
  if (publicKey === privateKey) return undefined
  throw new ConfigError(
    'The configuration is not usable:\n  VAPID_PRIVATE_KEY: expected together with VAPID_PUBLIC_KEY',
  )
}

/** Returns what the runtime itself needs of the environment: a release names a folder of libraries that small systems lack. */
export function runtimeEnvironment(env: Record<string, string | undefined> = process.env): Record<string, string> {
  const { LD_LIBRARY_PATH: libraries } = env
  return libraries ? { LD_LIBRARY_PATH: libraries } : {}
}

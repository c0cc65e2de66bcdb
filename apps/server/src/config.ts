/** The only reader of the environment, once at the start. A wrong value is refused with its name and what is expected. */
import { costModes } from '@samtur/contract/constants'
import { z } from 'zod'
import { isLocalUrl, isLoopback } from './platform/loopback.ts'
import {
  ageRecipient,
  databaseUrls,
  digits,
  flag,
  folder,
  keyValues,
  origin,
  previousSecrets,
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

/** A setting of the variable. Without a value it has the fallback, which is written as a value is, or what the schema makes of undefined. */
const setting = <S extends z.ZodType>(variable: string, schema: S, fallback?: string) => ({
  variable,
  schema,
  fallback,
})

const mailAddress = z.email({ error: 'expected an e-mail address' })

/** Every setting, in the order of the README's table, which has their meaning. */
const settings = {
  port: setting('PORT', digits(65_535, 'expected a port number'), '3000'),
  host: setting('HOST', z.string(), '127.0.0.1'),
  /** For links in mails and the origin check. Undefined: reachable on this machine only. */
  publicUrl: setting('PUBLIC_URL', origin.optional()),
  dataDir: setting('DATA_DIR', folder, './data'),
  databaseUrl: setting('DATABASE_URL', databaseUrls.optional().meta(withPassword)),
  /** The database past a pooler at `databaseUrl` that keeps no sessions. */
  databaseSessionUrl: setting('DATABASE_SESSION_URL', databaseUrls.optional().meta(withPassword)),
  /** Standbys of the database that serve reads. */
  databaseReplicaUrls: setting('DATABASE_REPLICA_URLS', replicaUrls.default([]).meta(withPassword)),
  /** How long a process that was told to stop serves on, while /readyz fails. */
  drainSeconds: setting('DRAIN_SECONDS', digits(60, 'expected a number of seconds up to 60'), '0'),
  demo: setting('DEMO', z.enum(['on', 'off', 'auto'], { error: 'expected on, off or auto' }), 'auto'),
  smtpUrl: setting('SMTP_URL', url(['smtp:', 'smtps:']).optional().meta(withPassword)),
  mailFrom: setting(
    'MAIL_FROM',
    z.string().includes('@', { error: 'expected a sender with an address' }),
    'Samtur <no-reply@samtur.example>',
  ),
  adminEmail: setting('ADMIN_EMAIL', mailAddress.toLowerCase().optional()),
  supportEmail: setting('SUPPORT_EMAIL', mailAddress, 'support@samtur.example'),
  supportPhone: setting('SUPPORT_PHONE', z.string(), '+47 21 00 00 00'),
  signUpTellsKnownAddresses: setting('SIGN_UP_TELLS_KNOWN_ADDRESSES', flag, 'on'),
  passwordMinLength: setting('PASSWORD_MIN_LENGTH', digits(64, 'expected a number from 6 to 64', 6), '6'),
  emailCodeSignIn: setting('EMAIL_CODE_SIGN_IN', flag, 'off'),
  adminNeedsTwoFactor: setting('ADMIN_TWO_FACTOR', flag, 'off'),
  oidcProviders: setting('OIDC_PROVIDERS', providers.default([]).meta(confidential)),
  /** The effect of a price above the share of the costs: a hint to the driver, a refusal, or none. */
  costSharing: setting('COST_SHARING', z.enum(costModes, { error: `expected ${costModes.join(', ')}` }), 'advise'),
  blindRatings: setting('BLIND_RATINGS', flag, 'off'),
  sameGenderRides: setting('SAME_GENDER_RIDES', flag, 'off'),
  vapidPublicKey: setting('VAPID_PUBLIC_KEY', vapidKey(87).optional()),
  vapidPrivateKey: setting('VAPID_PRIVATE_KEY', vapidKey(43).optional().meta(confidential)),
  /** An S3 store for pictures instead of the folder. */
  storageUrl: setting('STORAGE_URL', storage.optional().meta(withPassword)),
  /** A routing engine (OSRM) that measures the ways by road; without it they come from the road graph. */
  routerUrl: setting('ROUTER_URL', routerUrl.optional()),
  rateLimits: setting('RATE_LIMITS', flag, 'on'),
  responseCacheMs: setting('RESPONSE_CACHE_MS', digits(10_000, 'expected milliseconds, at most 10000'), '1000'),
  trustProxy: setting('TRUST_PROXY', digits(5, 'expected the number of proxies in front'), '0'),
  secret: setting('SECRET', secret.optional().meta(confidential)),
  /** The newest first: they verify and decrypt, and sign nothing. */
  previousSecrets: setting('SECRET_PREVIOUS', previousSecrets.default([]).meta(confidential)),
  /** Identifies programs of the service interface. It is no secret and gives a visitor's rights. */
  clientKey: setting(
    'CLIENT_KEY',
    z.string().regex(/^[\w.-]{8,200}$/, { error: 'expected 8 to 200 letters, digits, dots, hyphens and underscores' }),
    'samtur-public',
  ),
  /** Opens the administrator's part of the service interface to other servers; off without. */
  serviceKey: setting('SERVICE_KEY', secret.optional().meta(confidential)),
  /** Where the service interface may lead a browser, beside this site: addresses that begin with one of these. */
  redirectUrls: setting('REDIRECT_URLS', redirects.default([])),
  /** Mail domain → id of the provider that signs in its people. */
  ssoDomains: setting('SSO_DOMAINS', ssoDomains.default(new Map())),
  metricsToken: setting(
    'METRICS_TOKEN',
    z.string().min(16, { error: 'expected at least 16 characters' }).optional().meta(confidential),
  ),
  otelEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', url(['http:', 'https:']).optional().meta(withPassword)),
  otelHeaders: setting('OTEL_EXPORTER_OTLP_HEADERS', keyValues.default({}).meta(confidential)),
  otelService: setting('OTEL_SERVICE_NAME', z.string(), 'samtur'),
  otelRatio: setting('OTEL_TRACES_SAMPLER_ARG', ratio, '1'),
  backupDir: setting('BACKUP_DIR', folder.optional()),
  backupEveryHours: setting('BACKUP_EVERY_HOURS', digits(720, 'expected hours, 1 to 720', 1), '24'),
  backupKeep: setting('BACKUP_KEEP', digits(999, 'expected a number from 1 to 999', 1), '7'),
  backupRecipient: setting('BACKUP_RECIPIENT', ageRecipient.optional()),
  logLevel: setting('LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
}
type Values = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> }
type Environment = Record<string, string | undefined>

/** The demo's administrator, unless ADMIN_EMAIL names another. */
export const demoAdminEmail = 'admin@samtur.example'

/** Variable → default, undefined where there is none. */
export const variables: Environment = Object.fromEntries(
  Object.values(settings).map(({ variable, fallback }) => [variable, fallback]),
)

interface Listing {
  secrets?: boolean
  env?: Environment
}

interface Setting {
  name: string
  /** As it was given; undefined when it is not set. */
  value: string | undefined
  fallback: string | undefined
}

/** Returns every setting in the order of the README. Confidential values and passwords are replaced by `…` unless `secrets` is set. */
export function listSettings({ secrets = false, env = process.env }: Listing = {}): Setting[] {
  return Object.values(settings).map(({ variable: name, schema, fallback }) => {
    const value = env[name] || undefined
    return { name, value: value === undefined || secrets ? value : hideSecrets(value, schema), fallback }
  })
}

function hideSecrets(value: string, schema: z.ZodType): string {
  const hide = schema.meta()?.['hide']
  if (hide === 'value') return '…'
  return hide === 'password' ? value.replaceAll(/(\w+:\/\/[^/@]*?):[^/]*@/g, '$1:…@') : value
}

export type Config = ReturnType<typeof readConfig>
/** Where spans are sent, as OTLP over HTTP: `endpoint` is without `/v1/traces`, `ratio` the share of requests that are traced. */
export type TracingSettings = NonNullable<Config['tracing']>

export class ConfigError extends Error {}

/** The same as `readConfig`, with the demo switched on. */
export const readDemoConfig = (): Config => readConfig({ ...process.env, DEMO: 'on' })

/** Throws ConfigError naming every wrong variable. Empty values count as not set. */
export function readConfig(env: Environment = process.env) {
  const { demo: mode, adminEmail, vapidPublicKey, vapidPrivateKey, ...values } = readValues(env)
  const { otelEndpoint, otelHeaders, otelService, otelRatio, ...withBackup } = values
  const { backupDir, backupEveryHours, backupKeep, backupRecipient, ...plain } = withBackup
  if (plain.databaseReplicaUrls.length > 0 && !plain.databaseUrl)
    throw unusable('DATABASE_REPLICA_URLS: expected together with DATABASE_URL, which names the primary')
  const local = isLoopback(plain.host) && isLocalUrl(plain.publicUrl)
  // The README prints the password of the demo's administrator, with which others could sign in.
  if (!local && (adminEmail === demoAdminEmail || (mode === 'on' && adminEmail === undefined)))
    throw unusable(
      `ADMIN_EMAIL: expected another address than ${demoAdminEmail}, whose password everybody knows, where the server is reachable from outside`,
    )
  const demo = mode === 'on' || (mode === 'auto' && !plain.databaseUrl && local)
  return {
    ...plain,
    demo,
    adminEmail: adminEmail ?? (demo ? demoAdminEmail : undefined),
    /** Keys for web push, which is off without them. */
    vapid: vapidKeys(vapidPublicKey, vapidPrivateKey),
    /** Undefined: no traces are made. */
    tracing:
      otelEndpoint === undefined
        ? undefined
        : { endpoint: otelEndpoint, headers: otelHeaders, service: otelService, ratio: otelRatio },
    /** Archives that the server makes by itself, none without a folder; `keep` is how many stay in it, `recipient` an age key. */
    backup: { dir: backupDir, everyHours: backupEveryHours, keep: backupKeep, recipient: backupRecipient },
    /** Mail is kept for the mailbox page instead of being sent. */
    localMailbox: !plain.smtpUrl && local,
    /** PUBLIC_URL or HOST names another place than this machine. */
    reachableFromOutside: !local,
  }
}

function readValues(env: Environment): Values {
  const read = Object.entries(settings).map(([name, { variable, schema, fallback }]) => ({
    name,
    variable,
    result: schema.safeParse(env[variable] || fallback),
  }))
  const problems = read.flatMap(
    ({ variable, result }) => result.error?.issues.map(({ message }) => `${variable}: ${message}`) ?? [],
  )
  if (problems.length > 0) throw unusable(...problems)
  return Object.fromEntries(read.map(({ name, result }) => [name, result.data])) as unknown as Values
}

const unusable = (...problems: string[]) =>
  new ConfigError(['The configuration is not usable:', ...problems.map((problem) => `  ${problem}`)].join('\n'))

function vapidKeys(publicKey: string | undefined, privateKey: string | undefined) {
  if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey }
  if (publicKey === privateKey) return undefined
  throw unusable('VAPID_PRIVATE_KEY: expected together with VAPID_PUBLIC_KEY')
}

/** Returns a sentence about a setting that is still set but has no effect any more; undefined without one. */
export const retiredSetting = (): string | undefined =>
  process.env['WORKERS']
    ? 'WORKERS has no effect any more, and this is one process: for several, start instances of samtur@.service behind a proxy (docs/operating/several-nodes.md), and remove the setting'
    : undefined

/** Returns what the runtime itself needs of the environment: a release names a folder of libraries that small systems lack. */
export function runtimeEnvironment(): Record<string, string> {
  const { LD_LIBRARY_PATH: libraries } = process.env
  return libraries ? { LD_LIBRARY_PATH: libraries } : {}
}

/** The only reader of the environment, once at the start. A wrong value is refused with its name and what is expected. */
import path from 'node:path'
import { costModes, type CostMode } from '@samtur/contract/constants'
import { z } from 'zod'
import { isLocalUrl, isLoopback } from './platform/loopback.ts'
import {
  digits,
  flag,
  type OidcProvider,
  providers,
  redirects,
  routerUrl,
  secret,
  ssoDomains,
  storage,
  url,
  vapidKey,
} from './platform/setting-values.ts'

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
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DEMO: z.enum(['on', 'off', 'auto'], { error: 'expected on, off or auto' }).default('auto'),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
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
  OIDC_PROVIDERS: providers.optional(),
  COST_SHARING: z.enum(costModes, { error: `expected ${costModes.join(', ')}` }).default('advise'),
  BLIND_RATINGS: flag('off'),
  SAME_GENDER_RIDES: flag('off'),
  VAPID_PUBLIC_KEY: vapidKey(87).optional(),
  VAPID_PRIVATE_KEY: vapidKey(43).optional(),
  STORAGE_URL: storage.optional(),
  ROUTER_URL: routerUrl.optional(),
  RATE_LIMITS: flag('on'),
  RESPONSE_CACHE_MS: digits(10_000, 'expected milliseconds, at most 10000').default(1_000),
  TRUST_PROXY: digits(5, 'expected the number of proxies in front').default(0),
  SECRET: secret.optional(),
  SECRET_PREVIOUS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.length <= 5, { error: 'expected at most 5 secrets' })
    .refine((list) => list.every((one) => secret.safeParse(one).success), {
      error: 'expected at least 32 random characters for each secret',
    })
    .optional(),
  CLIENT_KEY: z
    .string()
    .regex(/^[\w.-]{8,200}$/, { error: 'expected 8 to 200 letters, digits, dots, hyphens and underscores' })
    .default('samtur-public'),
  SERVICE_KEY: secret.optional(),
  REDIRECT_URLS: redirects.optional(),
  SSO_DOMAINS: ssoDomains.optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'expected at least 16 characters' }).optional(),
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

export interface Config {
  port: number
  host: string
  /** The product's address from outside, for links in mails and the origin check. Undefined: reachable on this machine only. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
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
  logLevel: string
  /** Mail is kept for the mailbox page instead of being sent. */
  localMailbox: boolean
  /** PUBLIC_URL or HOST names another place than this machine. */
  reachableFromOutside: boolean
}

export class ConfigError extends Error {}

/** Throws ConfigError naming every wrong variable. Empty values count as not set. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration is not usable:\n${problems.join('\n')}`)
  }
  const values = parsed.data
  const local = isLoopback(values.HOST) && isLocalUrl(values.PUBLIC_URL)
  if (!local) refuseDemoAdministrator(values)
  const demo = values.DEMO === 'on' || (values.DEMO === 'auto' && !values.DATABASE_URL && local)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
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
    logLevel: values.LOG_LEVEL,
    localMailbox: !values.SMTP_URL && local,
    reachableFromOutside: !local,
  }
}

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

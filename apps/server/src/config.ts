/** The only reader of the environment, once at the start. A wrong value is refused with its name and what is expected. */
import path from 'node:path'
import { costModes, type CostMode } from '@samtur/contract/constants'
import { z } from 'zod'
import { isGuessable } from './platform/secret-strength.ts'

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'expected on or off' })
    .default(fallback)
    .transform((value) => value === 'on')
const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '',
      {
        error: `expected an address with a host, starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      },
    )
const digits = (max: number, error: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,5}$/, { error })
          .transform(Number),
      ],
      { error },
    )
    .refine((value) => value <= max, { error })

const oidcProvider = z.strictObject({
  /** Part of addresses: letters, digits, hyphens. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(40),
  issuer: url(['https:', 'http:']).refine(isSafeIssuer, { error: 'https, or this machine' }),
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  scopes: z.array(z.string().min(1)).optional(),
})
export type OidcProvider = z.infer<typeof oidcProvider>

/** A JSON list; the message about a wrong one names the place in the list. */
const providers = z.string().transform((text, context): OidcProvider[] => {
  const parsed = z.array(oidcProvider).max(10).safeParse(parseJson(text))
  const ids = parsed.data?.map(({ id }) => id) ?? []
  if (parsed.success && new Set(ids).size === ids.length) return parsed.data
  const [issue] = parsed.error?.issues ?? []
  const where = issue ? ` (${issue.path.join('.') || 'list'}: ${issue.message})` : ' (two with the same id)'
  context.addIssue({
    code: 'custom',
    message: `expected a JSON list of { id, name, issuer, client_id, client_secret?, scopes? }${where}`,
  })
  return z.NEVER
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSafeIssuer(text: string) {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}

/** `s3://KEY:SECRET@host[:port]/bucket?region=…`; `tls=off` for a store on this machine. */
const storage = url(['s3:']).refine(
  (text) => /^\/[a-z0-9.-]{3,63}$/.test(new URL(text).pathname) && new URL(text).password !== '',
  { error: 'expected s3://KEY:SECRET@host/bucket?region=name' },
)

/** Keys for web push, as `npx web-push generate-vapid-keys` makes them. */
const vapidKey = (length: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${length}}=*$`), { error: `expected ${length} characters of base64url` })

const secret = z
  .string()
  .min(32, { error: 'expected at least 32 characters', abort: true })
  .refine((text) => !isGuessable(text), {
    error: 'expected random characters, for example of `openssl rand -base64 33`',
  })

/** Addresses of other programs, separated by spaces or commas: `https://app.example.no/`, `no.example.app://signed-in`. */
const redirects = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.length <= 20, { error: 'expected at most 20 addresses' })
  .refine((list) => list.every(isRedirect), {
    error: 'expected addresses without a fragment, https:// beyond this machine',
  })

/** A script or a document in an address would run in the name of this site. */
const UNSAFE_SCHEME = /^(javascript|data|vbscript|blob|file|about):$/

function isRedirect(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, hash, username, password } = new URL(text)
  if (hash || username || password || UNSAFE_SCHEME.test(protocol)) return false
  return protocol !== 'http:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** `example.no=provider-id`, separated by spaces or commas: which provider signs in people of a mail domain. */
const ssoDomains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((pair) => pair.split('=')),
  )
  .refine((pairs) => pairs.every(([domain, id, ...rest]) => domain?.includes('.') && id && rest.length === 0), {
    error: 'expected a list of domain=provider',
  })
  .transform((pairs) => new Map(pairs.map(([domain = '', id = '']): [string, string] => [domain, id])))

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
  VAPID_PUBLIC_KEY: vapidKey(87).optional(),
  VAPID_PRIVATE_KEY: vapidKey(43).optional(),
  STORAGE_URL: storage.optional(),
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
  /** Keys for web push, which is off without them. */
  vapid: { publicKey: string; privateKey: string } | undefined
  /** An S3 store for pictures instead of the folder. */
  storageUrl: string | undefined
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
    vapid: vapidKeys(values),
    storageUrl: values.STORAGE_URL,
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

/** Returns whether the URL is of this machine or not set. Behind a proxy a server on loopback is reachable from outside, and PUBLIC_URL names that address. */
export const isLocalUrl = (url: string | undefined) =>
  url === undefined || isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/** Returns whether the host is this machine. A prefix is not enough: the owner of `127.example.com` may point it anywhere. */
export function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

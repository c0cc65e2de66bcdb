/** The kinds of values that a setting has: what each accepts, and what it expects of a wrong one. */
import path from 'node:path'
import { z } from 'zod'
import { addressesOf } from '../operating/replicas/primary.ts'
import { isLocalUrl, isLoopback } from './loopback.ts'
import { isGuessable } from './secret-strength.ts'

export const flag = z.enum(['on', 'off'], { error: 'expected on or off' }).transform((value) => value === 'on')

export const folder = z.string().transform((text) => path.resolve(text))

export const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '',
      {
        error: `expected an address with a host, starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
        // Later checks read the parts of the address.
        abort: true,
      },
    )

/** Where the product is reached. */
export const origin = url(['http:', 'https:'])
  .refine((text) => /^https?:\/\/[^/?#]+\/?$/.test(text), { error: 'expected an origin without a path' })
  .refine((text) => !text.startsWith('http://') || isLocalUrl(text), {
    error:
      'expected https:// for an address beyond this machine: without encryption anybody on the way reads passwords and sessions',
  })
  .transform((text) => text.replace(/\/$/, ''))

export const digits = (max: number, error: string, min = 0) =>
  z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })

/** A share, such as `0.1`. */
export const ratio = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'expected a number from 0 to 1, such as 0.1' })
  .transform(Number)

/** `name=value,name=value`, with values that are encoded as in an address: the standard form of OpenTelemetry. */
export const keyValues = z
  .string()
  .regex(/^\s*[!#$%&'*+.^`|~\w-]+\s*=[^,;]*(,\s*[!#$%&'*+.^`|~\w-]+\s*=[^,;]*)*$/, {
    error: 'expected name=value, several separated by commas',
  })
  .transform((text, context): Record<string, string> => {
    try {
      return Object.fromEntries(
        text.split(',').map((pair) => {
          const [name = '', ...value] = pair.split('=')
          return [name.trim(), decodeURIComponent(value.join('=').trim())]
        }),
      )
    } catch {
      context.addIssue({ code: 'custom', message: 'expected values that are encoded as in an address' })
      return z.NEVER
    }
  })

const postgresUrl = url(['postgres:', 'postgresql:'])

const oidcProvider = z.strictObject({
  /** Part of addresses: letters, digits, hyphens. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(40),
  issuer: url(['https:', 'http:']).refine(isSafeIssuer, { error: 'https, or this machine' }),
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  scopes: z.array(z.string().min(1)).optional(),
  /** The service knows the official name and the birth date of its people. */
  confirms: z.literal('name').optional(),
})
export type OidcProvider = z.infer<typeof oidcProvider>

/** A JSON list; the message about a wrong one names the place in the list. */
export const providers = z.string().transform((text, context): OidcProvider[] => {
  const parsed = z.array(oidcProvider).max(10).safeParse(parseJson(text))
  const ids = parsed.data?.map(({ id }) => id) ?? []
  if (parsed.success && new Set(ids).size === ids.length) return parsed.data
  const [issue] = parsed.error?.issues ?? []
  const where = issue ? ` (${issue.path.join('.') || 'list'}: ${issue.message})` : ' (two with the same id)'
  context.addIssue({
    code: 'custom',
    message: `expected a JSON list of { id, name, issuer, client_id, client_secret?, scopes?, confirms? }${where}`,
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
export const storage = url(['s3:']).refine(
  (text) => /^\/[a-z0-9.-]{3,63}$/.test(new URL(text).pathname) && new URL(text).password !== '',
  { error: 'expected s3://KEY:SECRET@host/bucket?region=name' },
)

/** Of a service that needs no name and password. A query or a fragment would end up in the middle of its addresses. */
export const routerUrl = url(['http:', 'https:']).refine(
  (text) => {
    const { username, password, search, hash } = new URL(text)
    return [username, password, search, hash].every((part) => part === '')
  },
  { error: 'expected an address without a name, a password, a query and a fragment' },
)

/** Keys for web push, as `npx web-push generate-vapid-keys` makes them. */
export const vapidKey = (length: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${length}}=*$`), { error: `expected ${length} characters of base64url` })

export const secret = z
  .string()
  .min(32, { error: 'expected at least 32 characters', abort: true })
  .refine((text) => !isGuessable(text), {
    error: 'expected random characters, for example of `openssl rand -base64 33`',
  })

/** Secrets separated by spaces or commas. */
export const previousSecrets = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.length <= 5, { error: 'expected at most 5 secrets' })
  .refine((list) => list.every((one) => secret.safeParse(one).success), {
    error: 'expected at least 32 random characters for each secret',
  })

/** Addresses of other programs, separated by spaces or commas: `https://app.example.no/`, `no.example.app://signed-in`. */
export const redirects = z
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
export const ssoDomains = z
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

/** A public key of age, as `age-keygen` prints it. */
export const ageRecipient = z
  .string()
  .regex(/^age1[a-z0-9]{20,}$/, { error: 'expected a public key of age, which starts with age1' })

/** `postgres://…` with a database server, or several of which one is the primary, separated by commas. */
export const databaseUrls = z
  .string()
  .refine((text) => addressesOf(text).every((one) => postgresUrl.safeParse(one).success), {
    error: 'expected an address with a host, starting with postgres:// or postgresql://',
    abort: true,
  })

/** Addresses of standbys, several separated by commas or spaces. Each may name several hosts, as `databaseUrls` does. */
export const replicaUrls = z
  .string()
  .transform((text) =>
    text
      .trim()
      .split(/[\s,]+(?=postgres(?:ql)?:\/\/)|\s+/)
      .flatMap(addressesOf),
  )
  .refine((list) => list.every((one) => postgresUrl.safeParse(one).success), {
    error: 'expected addresses with a host, starting with postgres:// or postgresql://',
    abort: true,
  })

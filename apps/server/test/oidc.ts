/** Runs a certified OpenID Connect provider on this machine, and walks through it like a browser. It can be made to misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import type { OidcProvider } from '../src/platform/setting-values.ts'

/** A person's account at the service. */
export interface ServiceAccount {
  sub: string
  email?: string
  email_verified?: unknown
  /** Other claims, of the scopes in the options. */
  [claim: string]: unknown
}

const endpoints = {
  discovery: '/.well-known/openid-configuration',
  token: '/token',
  userinfo: '/me',
  jwks: '/jwks',
}
export type Endpoint = keyof typeof endpoints

/** A response of the service. */
export interface Sent {
  status: number
  headers: Record<string, string>
  body: string
}

/** Changes a response before it is sent; undefined leaves the request open. */
export type Distortion = (sent: Sent) => Sent | undefined | Promise<Sent | undefined>

export interface OidcService {
  issuer: string
  /** Signs the ID tokens; published as `keyId`. */
  keys: Awaited<ReturnType<typeof generateKeyPair>>
  /** What the service sends in place of right responses; tests change it. */
  distortions: Partial<Record<Endpoint, Distortion>>
  /** The account that is signed in there; tests change it. */
  account: ServiceAccount
  /** Its configuration for the server. */
  settings: OidcProvider
  /** Opens the address, signs in and consents like a browser; returns the redirect back. */
  visit(address: string): Promise<URL>
  close(): Promise<void>
}

interface Options {
  id: string
  /** Address of the client's callbacks. */
  client: string
  port?: number
  /** Puts the claims into the ID token, too, as some services do. */
  claimsInToken?: boolean
  /** Sends the user information as a signed token. */
  signsUserInfo?: boolean
  /** Scope → the claims that it asks for, beside those of the standard. */
  scopes?: Record<string, readonly string[]>
  /** Settings for the server beside the usual ones. */
  settings?: Partial<OidcProvider>
}

const SECRET = 'a-secret-between-the-two-0123456789'
export const keyId = 'own'
/** One pair for all services, because making one takes long. */
const ownKeys = generateKeyPair('RS256', { extractable: true })

export async function startOidcService(options: Options): Promise<OidcService> {
  const { id, client, port = 0, claimsInToken = false, signsUserInfo = false, scopes = {}, settings } = options
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = await ownKeys
  const service: OidcService = {
    issuer,
    keys,
    distortions: {},
    account: { sub: 'nobody' },
    settings: { id, name: 'Prøve-ID', issuer, client_id: 'samtur', client_secret: SECRET, ...settings },
    visit: (address) => visit(address, issuer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'samtur',
        client_secret: SECRET,
        ...(signsUserInfo && { userinfo_signed_response_alg: 'RS256' }),
        redirect_uris: [`${client}/api/auth/callback/${id}`],
      },
    ],
    pkce: { required: () => true },
    conformIdTokenClaims: !claimsInToken,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], ...scopes },
    features: { devInteractions: { enabled: false }, jwtUserinfo: { enabled: signsUserInfo } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...service.account, sub: accountId }),
    }),
    cookies: { keys: ['only-for-tests'] },
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: keyId, alg: 'RS256', use: 'sig' }] },
  })
  const serve = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) return void agree(provider, service.account.sub, request, response)
    const isAt = ([, path]: [string, string]) => request.url?.split('?')[0] === path
    const [endpoint] = Object.entries(endpoints).find(isAt) ?? []
    const distortion = service.distortions[endpoint as Endpoint]
    if (distortion) distort(response, distortion)
    serve(request, response)
  }
  return service
}

/** Puts the changed response in place of the one that is about to be sent, which the provider sends in one piece. */
function distort(response: ServerResponse, distortion: Distortion) {
  const end = response.end.bind(response)
  const send = async (body: string) => {
    const headers = { 'content-type': String(response.getHeader('content-type')) }
    const sent = await distortion({ status: response.statusCode, headers, body })
    if (!sent) return
    response.removeHeader('content-length')
    response.writeHead(sent.status, sent.headers)
    end(sent.body)
  }
  response.end = (body?: unknown) => {
    void send(typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : '')
    return response
  }
}

/** Signs in and consents on the service's pages. */
async function agree(provider: Provider, accountId: string, request: IncomingMessage, response: ServerResponse) {
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId, clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  const result = { login: { accountId }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** Visits with a new browser session. */
async function visit(address: string, issuer: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(address)
  while (url.origin === issuer) {
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`the service answered ${response.status} ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}

/** Signing in and linking at another service, by redirects, through the client library. */
import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { startOidcService, type OidcService } from '../../server/test/oidc.ts'
import { clientKey, createProgram } from './client.ts'
import { signInByPassword } from './people.ts'

const home = 'http://localhost:3999'
const redirectTo = 'no.example.app://signed-in'
let service: OidcService
let t: TestApp

beforeAll(async () => {
  service = await startOidcService({ id: 'prove', client: home })
  t = await startTestApp({
    env: {
      PUBLIC_URL: home,
      OIDC_PROVIDERS: JSON.stringify([service.settings]),
      REDIRECT_URLS: redirectTo,
      SSO_DOMAINS: 'example.com=prove',
    },
  })
})
afterAll(async () => {
  await t.close()
  await service.close()
})

const isHere = (email: string, email_verified = true) =>
  void (service.account = { sub: randomUUID(), email, email_verified })

/** Opens an address of the server like a browser; returns where it is led, and its cookie. */
async function open({ pathname, search }: URL, cookie = '') {
  const response = await t.call('GET', pathname + search, { headers: { cookie } })
  const visit = response.headers.getSetCookie().find((text) => text.startsWith('visit='))
  return { status: response.status, to: response.headers.get('location') ?? '', cookie: visit?.split(';')[0] ?? '' }
}

/** Opens an address, and the one of ours that it leads to. */
async function follow(address: URL, cookie = '') {
  const first = await open(address, cookie)
  return first.to.startsWith('/auth/v1/') ? open(new URL(first.to, home), cookie) : first
}

/** Goes from a program's address to the service and back; returns where the browser ends. */
async function travel(address: string) {
  const left = await open(new URL(address))
  const back = await service.visit(left.to)
  return new URL((await follow(back, left.cookie)).to)
}

async function addressOf(program: SupabaseClient, target = redirectTo) {
  const options = { redirectTo: target, skipBrowserRedirect: true }
  const { data } = await program.auth.signInWithOAuth({ provider: 'prove' as 'google', options })
  return data.url ?? ''
}

const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1))

describe('signing in', () => {
  test('leads to the program with a code, which its verifier exchanges once', async () => {
    const kari = await t.person()
    isHere(kari.email)
    const program = createProgram(t, 'pkce')
    const events: string[] = []
    program.auth.onAuthStateChange((event) => void events.push(event))
    const end = await travel(await addressOf(program))
    expect([end.href.split('?')[0], [...end.searchParams.keys()], end.hash]).toEqual([redirectTo, ['code'], ''])
    const code = end.searchParams.get('code') ?? ''
    const { data, error } = await program.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect([data.user?.id, events.at(-1)]).toEqual([kari.id, 'SIGNED_IN'])
    expect((await program.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])
    const body = { auth_code: code, code_verifier: 'x'.repeat(43) }
    const again = await t.call('POST', '/auth/v1/token?grant_type=pkce', { headers: { apikey: clientKey }, body })
    expect([again.status, again.body.error_code]).toEqual([404, 'flow_state_not_found'])
  })

  test('without a challenge leads to the program with the tokens behind #', async () => {
    const kari = await t.person()
    isHere(kari.email)
    const end = fragmentOf(await travel(await addressOf(createProgram(t))))
    expect(end.get('token_type')).toBe('bearer')
    const { data } = await createProgram(t).auth.setSession({
      access_token: end.get('access_token') ?? '',
      refresh_token: end.get('refresh_token') ?? '',
    })
    expect(data.user?.id).toBe(kari.id)
  })

  test('does not begin for an address that is not configured', async () => {
    const left = await open(new URL(await addressOf(createProgram(t, 'pkce'), 'https://evil.example/')))
    expect(left).toEqual({ status: 400, to: '', cookie: '' })
  })

  test('comes back to the address of its own service alone', async () => {
    const kari = await t.person()
    isHere(kari.email)
    const left = await open(new URL(await addressOf(createProgram(t, 'pkce'))))
    expect(new URL(left.to).searchParams.get('redirect_uri')).toBe(`${home}/api/auth/callback/prove`)
    const back = await service.visit(left.to)
    expect(back.pathname).toBe('/api/auth/callback/prove')
    // As if another service, or the address for all of them that there once was, had led back with the code.
    for (const path of ['/api/auth/callback/other', '/auth/v1/callback/other', '/auth/v1/callback']) {
      const elsewhere = await follow(new URL(path + back.search, home), left.cookie)
      expect([path, elsewhere.to]).toEqual([path, '/auth?error=provider'])
    }
    expect((await follow(back, left.cookie)).to).toContain(redirectTo)
  })

  test('says in the address why it opens nothing', async () => {
    const kari = await t.person()
    isHere(kari.email, false)
    const end = await travel(await addressOf(createProgram(t, 'pkce')))
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    isHere('helt.ny@example.com')
    expect(fragmentOf(await travel(await addressOf(createProgram(t)))).get('error_code')).toBe('signup_disabled')
  })

  test('belongs to the browser that left: without its cookie, or with another state, nothing opens', async () => {
    const kari = await t.person()
    isHere(kari.email)
    const left = await open(new URL(await addressOf(createProgram(t, 'pkce'))))
    const back = await service.visit(left.to)
    const lost = `/auth?error=provider`
    expect((await follow(back)).to).toBe(lost)
    const other = await open(new URL(await addressOf(createProgram(t, 'pkce'))))
    expect((await follow(back, other.cookie)).to).toBe(lost)
    const forged = `${left.cookie.slice(0, -3)}AAA`
    expect((await follow(back, forged)).to).toBe(lost)
    expect((await follow(back, left.cookie)).to).toContain(redirectTo)
  })

  test('by the mail’s domain leads to the service of SSO_DOMAINS', async () => {
    const kari = await t.person()
    isHere(kari.email)
    const program = createProgram(t, 'pkce')
    const { data, error } = await program.auth.signInWithSSO({ domain: 'Example.com', options: { redirectTo } })
    expect(error).toBeNull()
    const end = await travel(data?.url ?? '')
    const session = await program.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
    expect(session.data.user?.id).toBe(kari.id)
    const unknown = await program.auth.signInWithSSO({ domain: 'example.no' })
    expect(unknown.error?.code).toBe('sso_provider_not_found')
  })

  test('is refused for a service that is not configured', async () => {
    const response = await t.call('GET', '/auth/v1/authorize?provider=google')
    expect([response.status, response.body.error_code]).toEqual([400, 'oauth_provider_not_supported'])
  })
})

describe('linking', () => {
  const signedIn = async () => {
    const person = await t.person()
    return { person, program: await signInByPassword(t, person, 'pkce') }
  }
  const linkAddress = async (program: SupabaseClient) => {
    const options = { redirectTo, skipBrowserRedirect: true }
    const { data, error } = await program.auth.linkIdentity({ provider: 'prove' as 'google', options })
    expect(error).toBeNull()
    return data.url ?? ''
  }

  test('adds the identity to the account of the session that began it', async () => {
    const { person, program } = await signedIn()
    isHere('kari.hos.tjenesten@example.com')
    const end = await travel(await linkAddress(program))
    const { data } = await program.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
    expect(data.user?.id).toBe(person.id)
    expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'prove'])
    const other = await signedIn()
    const taken = await travel(await linkAddress(other.program))
    expect(taken.searchParams.get('error_code')).toBe('identity_already_exists')
  })

  test('needs the session to be alive and in the same network', async () => {
    const { program } = await signedIn()
    isHere('ola.hos.tjenesten@example.com')
    const address = new URL(await linkAddress(program))
    const elsewhere = await t.app.http.inject({
      url: address.pathname + address.search,
      remoteAddress: '203.0.113.7',
      headers: { host: 'localhost:3999' },
    })
    expect(elsewhere.headers['location']).toBe('/auth?error=provider')
    const left = await open(address)
    const back = await service.visit(left.to)
    await program.auth.signOut()
    const end = new URL((await follow(back, left.cookie)).to)
    expect(end.searchParams.get('error_code')).toBe('session_not_found')
  })
})

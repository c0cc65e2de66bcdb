/** What is reached by its address: this server's own, sign-in services and the routing engine. And the clock, which others' responses tell. */
import { lookup } from 'node:dns/promises'
import net from 'node:net'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { openAsItIs } from '../commands/database.ts'
import { type Check, ok, problem, reasonOf, unused, warning } from './finding.ts'

const WAIT_MS = 5_000

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'manual' })

export const checkAddresses: Check = async (config) => [
  await checkPort(config),
  ...(config.publicUrl ? [await checkPublicUrl(config.publicUrl)] : []),
]

async function checkPort({ host, port }: Config) {
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const where = `${host}:${port}`
  if (port === 0) return ok('any free port')
  if (!(await isListening(address, port))) return ok(`${where} is free`)
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/healthz`
  const healthy = await get(url).then(
    async (response) => response.ok && (await response.text()).includes('ok'),
    () => false,
  )
  if (healthy) return ok(`${where} is served by the running server`)
  return problem(`${where} is in use by another program`, 'stop that program, or set PORT')
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: WAIT_MS })
    const end = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

async function checkPublicUrl(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  const name = hostname.replace(/^\[|\]$/g, '')
  const found = await lookup(name).catch(() => undefined)
  if (!found) return problem(`${hostname} has no address`, 'add a DNS record for it, or correct PUBLIC_URL')
  try {
    const response = await get(`${publicUrl}/healthz`)
    if (response.ok) return ok(`${publicUrl} responds`)
    return warning(`${publicUrl} responds with ${response.status}`, 'compare the configuration of the proxy in front')
  } catch (error) {
    return warning(
      `${publicUrl} does not respond from here: ${reasonOf(error)}`,
      'start the server and the proxy in front; behind some routers the outer address cannot be reached from within',
    )
  }
}

export const checkIdentityProviders: Check = async ({ oidcProviders }) => {
  if (oidcProviders.length === 0) return [unused('OIDC_PROVIDERS is not set')]
  return Promise.all(
    oidcProviders.map(async ({ name, issuer }) => {
      try {
        const response = await get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
        const body = (await response.json()) as { issuer?: string }
        if (body.issuer?.replace(/\/$/, '') === issuer.replace(/\/$/, ''))
          return ok(`${name} describes itself at ${issuer}`)
        return problem(
          `${name}: ${issuer} describes another issuer`,
          'copy the issuer from the documentation of the service',
        )
      } catch (error) {
        return problem(
          `${name}: ${issuer}: ${reasonOf(error)}`,
          'compare the issuer in OIDC_PROVIDERS, and the firewall',
        )
      }
    }),
  )
}

export const checkRouter: Check = async ({ routerUrl }) => {
  if (!routerUrl) return [unused('ROUTER_URL is not set; ways come from the table of roads')]
  const advice = 'start the engine with a map of Norway, Denmark and Sweden, or remove ROUTER_URL'
  try {
    // From Oslo to Hamar.
    const response = await get(
      `${routerUrl.replace(/\/$/, '')}/route/v1/driving/10.75,59.91;11.07,60.79?overview=false`,
    )
    const body = (await response.json()) as { code?: string }
    return [
      body.code === 'Ok' ? ok('it measures the way from Oslo to Hamar') : problem(`it responds ${body.code}`, advice),
    ]
  } catch (error) {
    return [problem(reasonOf(error), advice)]
  }
}

/** Codes of second factors and signed requests to the store of pictures allow little more. */
const MOST_SECONDS = 5

export const checkClock: Check = async (config) => {
  const times = [...(await databaseTime(config)), ...(await publicTime(config))]
  if (times.length === 0) return [unused('nothing to compare it with')]
  return times.map(({ of, seconds }) => {
    const text = `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'before' : 'after'} the clock of ${of}`
    return Math.abs(seconds) > MOST_SECONDS
      ? problem(text, 'let a time service set the clocks, for example systemd-timesyncd or chrony')
      : ok(text)
  })
}

interface Difference {
  of: string
  seconds: number
}

async function databaseTime(config: Config): Promise<Difference[]> {
  if (!config.databaseUrl) return []
  const database = await openAsItIs(config).catch(() => undefined)
  if (!database) return []
  try {
    const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(
      database.kysely,
    )
    return rows.map(({ now }) => ({ of: 'the database', seconds: Date.now() / 1000 - now }))
  } catch {
    // The check of the database reports it.
    return []
  } finally {
    await database.close()
  }
}

/** The header has whole seconds. */
async function publicTime({ publicUrl }: Config): Promise<Difference[]> {
  if (!publicUrl) return []
  const response = await get(`${publicUrl}/healthz`).catch(() => undefined)
  const date = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(date) ? [] : [{ of: publicUrl, seconds: (Date.now() - date) / 1000 - 0.5 }]
}

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, listSettings, readConfig, variables } from './config.ts'
import { isLoopback } from './platform/loopback.ts'

test('nothing set is a complete configuration for this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    demo: true,
    rateLimits: true,
    trustProxy: 0,
    localMailbox: true,
    signUpTellsKnownAddresses: true,
  })
})

test('empty values count as not set', () => {
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test.each([
  ['PORT', 'eighty', 'port number'],
  ['PORT', '-1', 'port number'],
  ['PORT', '65536', 'port number'],
  ['PORT', '80.5', 'port number'],
  ['PUBLIC_URL', 'samtur.example', 'http:// or https://'],
  ['PUBLIC_URL', 'ftp://samtur.example', 'http:// or https://'],
  ['PUBLIC_URL', 'http://', 'http:// or https://'],
  ['STORAGE_URL', 'bucket', 's3://'],
  ['DATABASE_URL', 'mysql://localhost/x', 'postgres://'],
  ['DATABASE_REPLICA_URLS', 'mysql://localhost/x', 'postgres://'],
  ['DATABASE_REPLICA_URLS', 'one:5432,postgres://two/samtur', 'postgres://'],
  ['DATABASE_REPLICA_URLS', 'postgres://one/samtur', 'together with DATABASE_URL'],
  ['ROUTER_URL', 'osrm:5000', 'http:// or https://'],
  ['ROUTER_URL', 'localhost', 'http:// or https://'],
  ['ROUTER_URL', 'ftp://osrm', 'http:// or https://'],
  ['ROUTER_URL', 'http://', 'http:// or https://'],
  ['ROUTER_URL', 'http://name:word@osrm:5000', 'without a name, a password'],
  ['ROUTER_URL', 'http://osrm:5000/?profile=car', 'without a name, a password'],
  ['ROUTER_URL', 'http://osrm:5000/#car', 'without a name, a password'],
  ['OIDC_PROVIDERS', '[{"id":"x","name":"X","issuer":"https://x","client_id":"x","confirms":"age"}]', '0.confirms'],
  ['DEMO', 'yes', 'on, off or auto'],
  ['SMTP_URL', 'localhost:25', 'smtp://'],
  ['ADMIN_EMAIL', 'admin', 'e-mail address'],
  ['SUPPORT_EMAIL', 'help@', 'e-mail address'],
  ['SIGN_UP_TELLS_KNOWN_ADDRESSES', 'true', 'on or off'],
  ['RATE_LIMITS', '1', 'on or off'],
  ['RESPONSE_CACHE_MS', '1s', 'expected milliseconds'],
  ['TRUST_PROXY', 'true', 'number of proxies'],
  ['TRUST_PROXY', '9', 'number of proxies'],
  ['PUBLIC_URL', 'http://samtur.example', 'https://'],
  ['PUBLIC_URL', 'http://192.0.2.1:3000', 'https://'],
  ['PUBLIC_URL', 'http://127.example.com', 'https://'],
  ['SECRET', 'short', 'at least 32'],
  ['SECRET', 'a'.repeat(64), 'random characters'],
  ['SECRET', 'changeme'.repeat(8), 'random characters'],
  ['SECRET', '0123456789'.repeat(4), 'random characters'],
  ['SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789', 'random characters'],
  ['SECRET', `${'a'.repeat(40)}b`, 'random characters'],
  ['SECRET_PREVIOUS', 'short', 'at least 32'],
  ['SECRET_PREVIOUS', 'a'.repeat(40), 'at least 32 random'],
  ['SERVICE_KEY', 'short', 'at least 32'],
  ['SERVICE_KEY', 'changeme'.repeat(8), 'random characters'],
  ['METRICS_TOKEN', 'short', 'at least 16'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'http:// or https://'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a token', 'name=value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'token=%zz', 'encoded as in an address'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'number from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'always', 'number from 0 to 1'],
  ['LOG_LEVEL', 'loud', '"warn"'],
])('%s=%s is refused with its name and what is expected', (name, value, expected) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^  ${name}: .*${expected.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`, 'm'))
})

test('a routing engine may have a path', () => {
  for (const url of ['http://localhost:5000', 'https://maps.example.no/osrm/', 'http://[::1]:5000'])
    expect(readConfig({ ROUTER_URL: url }).routerUrl).toBe(url)
})

test('traces are made with an address only, with headers as OpenTelemetry writes them', () => {
  expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).tracing).toBeUndefined()
  const address = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  const usual = { endpoint: 'http://localhost:4318', headers: {}, service: 'samtur', ratio: 1 }
  expect(readConfig(address).tracing).toEqual(usual)
  const all = {
    OTEL_SERVICE_NAME: 'rides',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=b%2Cc, d=e=f',
  }
  expect(readConfig({ ...address, ...all }).tracing).toEqual({
    ...usual,
    service: 'rides',
    ratio: 0.25,
    headers: { a: 'b,c', d: 'e=f' },
  })
})

test('every wrong value is named at once, and no value is repeated', () => {
  const problem = (() => {
    try {
      readConfig({ PORT: 'x', SECRET: 'hunter2', DATABASE_URL: 'http://user:hunter2@db' })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })()
  for (const name of ['PORT', 'SECRET', 'DATABASE_URL']) expect(problem).toContain(`  ${name}: `)
  expect(problem).not.toContain('hunter2')
})

test.each([
  ['an embedded database on this machine', {}, true],
  ['a server', { DATABASE_URL: 'postgres://db/samtur' }, false],
  ['other machines', { HOST: '0.0.0.0' }, false],
  ['a server, with DEMO=on', { DATABASE_URL: 'postgres://db/samtur', DEMO: 'on' }, true],
  ['an embedded database, with DEMO=off', { DEMO: 'off' }, false],
])('demo on %s', (_, env, demo) => {
  expect(readConfig(env).demo).toBe(demo)
})

test.each([
  ['this machine', {}, true],
  ['an SMTP server', { SMTP_URL: 'smtp://localhost' }, false],
  ['other machines', { HOST: '::' }, false],
])('a mailbox page with %s', (_, env, localMailbox) => {
  expect(readConfig(env).localMailbox).toBe(localMailbox)
})

test('without encryption only an address of this machine is taken', () => {
  for (const url of ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://samtur.example'])
    expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url)
})

test.each([
  ['a public address', { PUBLIC_URL: 'https://samtur.example' }],
  ['an address of the network', { HOST: '0.0.0.0' }],
])("the demo's administrator is refused with %s", (_, env) => {
  for (const demo of [{ DEMO: 'on' }, { ADMIN_EMAIL: 'Admin@samtur.example' }])
    expect(() => readConfig({ ...env, ...demo })).toThrow(/^ {2}ADMIN_EMAIL: .*whose password everybody knows/m)
  expect(readConfig({ ...env, DEMO: 'on', ADMIN_EMAIL: 'chief@example.no' })).toMatchObject({ demo: true })
  expect(readConfig(env)).toMatchObject({ demo: false, adminEmail: undefined, reachableFromOutside: true })
})

test("the demo's administrator stays on this machine", () => {
  for (const env of [{ DEMO: 'on' }, { PUBLIC_URL: 'http://localhost:3000' }])
    expect(readConfig(env)).toMatchObject({
      demo: true,
      adminEmail: 'admin@samtur.example',
      reachableFromOutside: false,
    })
})

test('addresses are normalised', () => {
  expect(readConfig({ PUBLIC_URL: 'https://samtur.example/' }).publicUrl).toBe('https://samtur.example')
  expect(readConfig({ ADMIN_EMAIL: 'Admin@Samtur.Example' }).adminEmail).toBe('admin@samtur.example')
})

test('loopback', () => {
  expect(['localhost', '127.0.0.1', '127.8.9.1', '::1'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '::', '192.0.2.1', '127.example.com', 'localhost.example', '10.127.0.1'].some(isLoopback)).toBe(
    false,
  )
})

/** Rows of the table `| variable | default | meaning |`: name → default. */
function readmeTable(): Record<string, string> {
  const readme = fs.readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8')
  const [, table = ''] = /\| variable \| default \| meaning \|\n\|[-| ]+\|\n((?:\|.*\|\n)+)/.exec(readme) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*?) \| \S.* \|$/gm)]
  expect(rows).toHaveLength(table.trim().split('\n').length)
  return Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value]))
}

test('the README lists exactly these variables, with their defaults', () => {
  const listed = readmeTable()
  expect(Object.keys(listed)).toEqual(Object.keys(variables))
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) expect(listed[name], name).not.toMatch(/^`[^`]*`$/)
    else expect(listed[name], name).toBe(`\`${value}\``)
  }
})

test.each([
  ['postgres://u:p@one:5432,two:5433/x', ['postgres://u:p@one:5432/x', 'postgres://u:p@two:5433/x']],
  [
    ' postgres://one/x, postgresql://two/x postgres://three/x ',
    ['postgres://one/x', 'postgresql://two/x', 'postgres://three/x'],
  ],
])('replicas are listed in one address or in several: %s', (text, urls) => {
  const { databaseReplicaUrls } = readConfig({ DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URLS: text })
  expect(databaseReplicaUrls).toEqual(urls)
})

test('the password of each address is hidden', () => {
  const env = { DATABASE_REPLICA_URLS: 'postgres://u:hush@one/x,postgres://u:hush@two/x' }
  const shown = listSettings({ env }).find(({ name }) => name === 'DATABASE_REPLICA_URLS')?.value
  expect(shown).toBe('postgres://u:…@one/x,postgres://u:…@two/x')
})

/** Fixtures of browser tests: a server per worker, and people with browsers of their own, whose consoles are watched. */
import { test as base, expect, type Browser, type BrowserContextOptions } from '@playwright/test'
import { languages } from '@samtur/i18n/translate'
import { type TestPerson, touchSessions } from '../apps/server/test/sessions.ts'
import { Person } from './person.ts'
import { startServer, type Server, type ServerOptions } from './server.ts'
import { textsIn, type Language } from './texts.ts'
import { Watch } from './watch.ts'

export { expect }

interface PersonOptions extends BrowserContextOptions {
  name?: string
  /** A confirmed member who is already signed in: a new one with these profile fields, or an existing one. */
  member?: boolean | TestPerson
  profile?: { phone?: string; is_driver?: boolean; gender?: 'kvinne' | 'mann' }
  server?: Server
}

/** The people of one test. */
interface Cast {
  present: Person[]
  /** Closes their browsers, once, and returns their console problems. */
  leave(): Promise<string[]>
}

type NewPerson = (language: Language, options?: PersonOptions) => Promise<Person>

/** The driver's language is Norwegian, the passenger's English. */
interface Pair {
  ingrid: Person
  kari: Person
}

interface TestFixtures {
  cast: Cast
  /** Starts a server that runs longer than the test's browsers. */
  newServer: (options?: ServerOptions) => Promise<Server>
  /** A server for one test, where others' rides or a moved clock would interfere. */
  ownServer: Server
  newPerson: NewPerson
  /** Two members who have not met yet, each with a browser. */
  pair: Pair
}

interface WorkerFixtures {
  server: Server
  /** A server that sends its mail over SMTP, and offers to sign in with a mailed code. */
  mailing: Server
}

let people = 0

export async function createPerson(browser: Browser, shared: Server, language: Language, options: PersonOptions = {}) {
  const { member, profile, server = shared, ...rest } = options
  const { name = typeof member === 'object' ? member.name : 'Kari Nordmann', ...context } = rest
  const opened = await browser.newContext({
    locale: languages[language].tag,
    // A zone far from Oslo: every time on the screen must be Oslo's all the same.
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    baseURL: server.url,
    // Tests replace responses of the server, which a service worker would hide from them; offline.spec.ts tests the worker.
    serviceWorkers: 'block',
    ...context,
  })
  const watch = new Watch(opened, server.url)
  const account = member === true ? await server.member(name, profile) : member || undefined
  // An administrator's session ends after half an hour without use, and the people of a test file may live for longer.
  if (account) await touchSessions(server.db.kysely, account.id)
  if (account) await opened.addCookies([sessionCookie(account.cookie, server.url)])
  const page = await opened.newPage()
  const t = await textsIn(language)
  const email = account?.email ?? `${language}-${process.pid}-${++people}@example.no`
  return new Person({ page, context: opened, t, language, server, watch, name, email, id: account?.id })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures a test uses
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  mailing: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures a test uses
    async ({}, use) => {
      const server = await startServer({ smtp: true, env: { EMAIL_CODE_SIGN_IN: 'on' } })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures a test uses
  cast: async ({}, use) => {
    const cast = createCast()
    await use(cast)
    expect(await cast.leave()).toEqual([])
  },
  newServer: async ({ cast }, use) => {
    const servers: Server[] = []
    await use(async (options) => {
      const server = await startServer(options)
      servers.push(server)
      return server
    })
    // An open page would report the lost connection.
    await cast.leave()
    await Promise.all(servers.map((server) => server.close()))
  },
  ownServer: async ({ newServer }, use) => use(await newServer()),
  newPerson: async ({ browser, server, cast }, use) => {
    await use(async (language, options) => {
      const person = await createPerson(browser, server, language, options)
      cast.present.push(person)
      return person
    })
  },
  pair: async ({ newPerson }, use) => use(await makePair(newPerson)),
})

function createCast(): Cast {
  const present: Person[] = []
  let left: Promise<string[]> | undefined
  const close = async () => {
    const problems = present.flatMap(({ name, watch }) => watch.take().map((problem) => `${name}: ${problem}`))
    await Promise.all(present.map((person) => person.close()))
    return problems
  }
  return { present, leave: () => (left ??= close()) }
}

export async function makePair(newPerson: NewPerson, options: PersonOptions = {}): Promise<Pair> {
  const [ingrid, kari] = await Promise.all([
    newPerson('no', { ...options, name: 'Ingrid Solberg', member: true }),
    newPerson('en', { ...options, name: 'Kari Nordmann', member: true }),
  ])
  return { ingrid, kari }
}

function sessionCookie(header: string, url: string) {
  const [name = '', value = ''] = header.split(/=(.*)/s)
  return { name, value, url, httpOnly: true, sameSite: 'Lax' as const }
}

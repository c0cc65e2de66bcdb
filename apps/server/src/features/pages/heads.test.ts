/** The head of a page before any script has run: for search engines and link previews. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { homeFewRides } from '@samtur/contract/constants'
import { availableLanguages, languages } from '@samtur/i18n/translate'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { builtPages } from '../../../test/built-pages.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { startProxy } from '../../../test/tcp-proxy.ts'
import { dayOf } from '../../platform/clock.ts'

const origin = 'http://samtur.example'

/** The first requests of a page by the beginning of their keys, as the page has them. */
function queriesOf(text: string) {
  const [, json = ''] = /<script id="boot" type="application\/json">(.*?)<\/script>/s.exec(text) ?? []
  const { queries = [] } = JSON.parse(json) as { queries?: [string[], unknown][] }
  return new Map(queries.map(([[slice, name], data]) => [`${slice}.${name}`, data as never]))
}

let t: TestApp
let driver: TestPerson
beforeAll(async () => {
  t = await startTestApp({ dist: builtPages, env: { SECRET: testSecret }, config: { publicUrl: origin } })
  driver = await addPerson(t.db.kysely, { name: 'Ingrid "Inga" <Solberg>' })
})
afterAll(() => t.close())

const html = { accept: 'text/html', origin }
async function open(address: string, { language = 'nb', as }: { language?: string; as?: TestPerson } = {}) {
  const headers = { ...html, 'accept-language': language }
  const { status, text, headers: answered } = await t.call('GET', address, { headers, as })
  const [, head = ''] = /<head>(.*)<\/head>/s.exec(text) ?? []
  return {
    status,
    text,
    title: unescape(/<title>([^<]*)/.exec(head)?.[1]),
    meta: (name: string) => unescape(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]),
    canonical: unescape(/rel="canonical" href="([^"]*)"/.exec(head)?.[1]),
    alternates: [...head.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, of, href]) => [of, unescape(href)]),
    robots: answered.get('x-robots-tag'),
  }
}
const unescape = (text = '') =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

async function publish(changes: Record<string, unknown> = {}) {
  const body = rideBody(t.clock, changes)
  const { status, body: ride, text } = await t.call('POST', '/api/v1/rides', { as: driver, body, headers: { origin } })
  if (status !== 201) throw new Error(text)
  return ride as { id: string }
}

describe('every page', () => {
  test('is read, and every other method is refused with those that its address has', async () => {
    for (const path of ['/', '/search', '/rides/1', '/follow/x', '/help-support/emergency'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        // Without the check of declared errors, which takes the address of a page for one of the API.
        const response = await fetch(t.url + path, { method, headers: { origin } })
        const { code } = (await response.json()) as { code: string }
        const seen = [method, path, response.status, code, response.headers.get('allow')]
        expect(seen).toEqual([method, path, 405, 'method_not_allowed', 'GET, HEAD'])
      }
    expect((await t.call('POST', '/nowhere', { headers: { origin } })).status).toBe(404)
  })

  test.each(availableLanguages)('has one address, and one in every language (%s)', async (language) => {
    const plain = await open('/terms/?utm_source=x', { language: languages[language].tag })
    expect(plain).toMatchObject({ status: 200, canonical: `${origin}/terms`, robots: null })
    expect(plain.alternates).toEqual([
      ...availableLanguages.map((each) => [each, `${origin}/terms?lang=${each}`]),
      ['x-default', `${origin}/terms`],
    ])
    expect(plain.text).toContain(`<html lang="${language}" dir="${languages[language].dir}">`)
    const named = await open(`/terms?lang=${language}`, { language: 'fi' })
    expect(named).toMatchObject({ title: plain.title, canonical: `${origin}/terms?lang=${language}` })
    expect(named.meta('og:url')).toBe(named.canonical)
  })

  test('a link that names a language is stronger than a choice that was stored, and an unknown language is none', async () => {
    const as = { cookie: 'language=no' } as TestPerson
    expect((await open('/terms?lang=ar', { as })).text).toContain('<html lang="ar" dir="rtl">')
    const unknown = await open('/terms?lang=tlh', { as })
    expect(unknown.text).toContain('<html lang="no"')
    expect(unknown.canonical).toBe(`${origin}/terms`)
  })

  test('has a card for link previews', async () => {
    const { meta, title } = await open('/help-support/emergency')
    expect(meta('og:title')).toBe(title)
    expect(meta('og:description')).toBe(meta('description'))
    expect(meta('og:type')).toBe('article')
    expect(meta('og:site_name')).toBe('Samtur')
    expect(meta('og:locale')).toBe('nb_NO')
    expect(meta('og:image')).toBe(`${origin}/preview.png`)
    expect(meta('og:image:alt')).toBe('En vei gjennom et nordisk landskap mot sola')
    expect(meta('twitter:card')).toBe('summary_large_image')
  })

  test('is in the list for search engines, and what is one’s own is not', async () => {
    const { text } = await t.call('GET', '/sitemap.xml')
    for (const page of ['/', '/green-mission?lang=ar', '/help-support/emergency'])
      expect(text).toContain(`<loc>${origin}${page}</loc>`)
    expect(text).not.toMatch(/example\/(profile|chat|admin)/)
    expect((await t.call('GET', '/robots.txt')).text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  })
})

describe('a ride', () => {
  test('is described by place, time and price', async () => {
    const { id } = await publish()
    const ride = await open(`/rides/${id}`)
    expect(ride.title).toMatch(/^Oslo – Trondheim, \p{L}+\.? \d+\. \p{L}+\.?(?: \d{4})? – Samtur$/u)
    const card = /^Oslo → Trondheim, \p{L}+\.? \d+\. \p{L}+\.?(?: \d{4},?)? \d\d:\d\d, 300\skr – Samtur$/u
    expect(ride.meta('og:title')).toMatch(card)
    expect(ride.meta('description')).toMatch(/^4 ledige plasser\. Ingrid "Inga" <Solberg> kjører\./)
    expect(ride).toMatchObject({ status: 200, robots: null, canonical: `${origin}/rides/${id}` })
    const part = await open(`/rides/${id}?from_position=1&to_position=2&fbclid=1`)
    expect(part.title).toMatch(/^Hamar – Lillehammer, /)
    expect(part.canonical).toBe(`${origin}/rides/${id}?from_position=1&to_position=2`)
  })

  test('keeps its names, its direction and its price in a line that runs from the right', async () => {
    const { id } = await publish()
    const { title, meta } = await open(`/rides/${id}`, { language: 'ar' })
    expect(title).toMatch(/^\u2068Oslo\u2069 – \u2068Trondheim\u2069، [^,]+ – Samtur$/)
    expect(meta('og:title')).toMatch(
      /^من \u2068Oslo\u2069 إلى \u2068Trondheim\u2069\u200f، \u2068[^\u2069]+\u2069\u200f، \u2068300\skr\u2069 – Samtur$/,
    )
    expect(meta('description')).toContain('السائق: \u2068Ingrid "Inga" <Solberg>\u2069.')
    const search = await open('/search?from=Oslo&to=Bergen&date=2030-05-05', { language: 'ar' })
    expect(search.title).toMatch(/: \u2068Oslo\u2069 – \u2068Bergen\u2069، [^,]+ – Samtur$/)
  })

  test('that cannot be had any more says so, and is not for search engines', async () => {
    const [cancelled, full, departed] = [await publish(), await publish(), await publish({ inHours: 1 })]
    const post = (as: TestPerson, address: string, body = {}) =>
      t.call('POST', `/api/v1${address}`, { as, body, headers: { origin } })
    await post(driver, `/rides/${cancelled.id}/cancel`)
    const passenger = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    const { body: reservation } = await post(passenger, `/rides/${full.id}/reservations`, { seats_requested: 4 })
    await post(driver, `/reservations/${reservation.id}/accept`)
    const seen = await open(`/rides/${full.id}`)
    expect([seen.meta('description'), seen.robots]).toEqual([expect.stringMatching(/^Ingen ledige plasser\./), null])
    const off = await open(`/rides/${cancelled.id}`)
    expect([off.meta('description'), off.robots]).toEqual([expect.stringMatching(/^Turen er avlyst\./), 'noindex'])
    await sql`update ride set departure_time = departure_time - interval '2 hours' where id = ${departed.id}`.execute(
      t.db.kysely,
    )
    const gone = await open(`/rides/${departed.id}`)
    expect([gone.meta('description'), gone.robots]).toEqual([expect.stringMatching(/^Turen har startet\./), 'noindex'])
  })

  test('that readers may not see is not found', async () => {
    const { id } = await publish({ notes: 'hemmelig' })
    await t.db.kysely.updateTable('ride').set({ hidden_at: t.clock.now() }).where('id', '=', id).execute()
    for (const address of [`/rides/${id}`, '/rides/00000000-0000-4000-8000-000000000000', '/rides/x']) {
      const ride = await open(address)
      expect(ride).toMatchObject({ status: 404, robots: 'noindex', title: 'Fant ikke turen – Samtur' })
      expect(ride.text).not.toMatch(/hemmelig|Trondheim/)
      // Where scripts run, they render it after their own request.
      expect(ride.text).toMatch(/<noscript>.*<h1[^>]*>Fant ikke turen<\/h1>.*<a href="\/".*<\/noscript>/s)
      expect(ride.text).toContain('<div id="root"></div>')
      expect([ride.canonical, ride.alternates]).toEqual(['', []])
    }
  })

  test('shows public fields only, and its texts are escaped', async () => {
    const hostile = '</script><script>alert(1)</script>"\'<!-- $& -->'
    const { id } = await publish({ notes: hostile, start_location: hostile, license_plate: 'ZZ98765' })
    await t.db.kysely.updateTable('profile').set({ phone: '+4790000001' }).where('id', '=', driver.id).execute()
    const { text, title } = await open(`/rides/${id}`)
    expect(title).toContain(hostile)
    expect(text).not.toMatch(/ZZ98765|90000001|@example|alert\(1\)<\/script><script|<Solberg>/)
    expect(text.match(/<script/g)).toHaveLength(2)
    expect(queriesOf(text).get('rides.ride')).toMatchObject({ id, notes: hostile, contact: null })
  })
})

describe('what a signed-in member may not see', () => {
  test('has the status 404 as for a visitor, and what a member may see has 200', async () => {
    const member = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    const { id: hidden } = await publish()
    await t.db.kysely.updateTable('ride').set({ hidden_at: t.clock.now() }).where('id', '=', hidden).execute()
    const { id: shown } = await publish()
    const leaver = await addPerson(t.db.kysely, { name: 'Ola Borte' })
    const left = { full_name: '', closed_at: t.clock.now() }
    await t.db.kysely.updateTable('profile').set(left).where('id', '=', leaver.id).execute()
    const unknown = '00000000-0000-4000-8000-000000000000'
    const missing = [
      `/rides/${hidden}`,
      `/rides/${unknown}`,
      `/profile/${leaver.id}`,
      `/profile/${unknown}`,
      '/profile/x',
    ]
    for (const path of missing)
      for (const as of [member, undefined]) {
        const { status, robots, text } = await open(path, { as })
        expect([path, status, robots, text.includes('<h1')]).toEqual([path, 404, 'noindex', true])
        expect(text).not.toContain('Ola Borte')
        expect((await t.call('GET', `/api/v1${path.replace('profile', 'profiles')}`, { as })).status, path).toBe(404)
      }
    for (const path of [`/rides/${shown}`, `/profile/${driver.id}`]) {
      const { status, text } = await open(path, { as: member })
      expect([path, status, queriesOf(text).size > 0]).toEqual([path, 200, true])
    }
    expect((await open(`/rides/${hidden}`, { as: driver })).status).toBe(200)
  })
})

describe('a follow link', () => {
  async function shareRide() {
    const { id } = await publish()
    const made = await t.call('POST', '/api/v1/trips/follow-links', {
      as: driver,
      body: { ride_id: id },
      headers: { origin },
    })
    if (made.status !== 201) throw new Error(made.text)
    const link = made.body as { id: string; url: string }
    return { id: link.id, path: new URL(link.url).pathname }
  }

  test('is rendered from what the endpoint returns, is kept in no cache and sends no referrer', async () => {
    const { path } = await shareRide()
    for (const language of ['nb', 'ar']) {
      const { status, headers, text } = await t.call('GET', path, { headers: { ...html, 'accept-language': language } })
      expect(status).toBe(200)
      expect([headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual([
        'no-store',
        'no-referrer',
        'noindex',
      ])
      const key = path.split('/')[2] ?? ''
      const { body: shown } = await t.call('POST', '/api/v1/follow', { body: { key } })
      expect(queriesOf(text).get('travel.followed')).toEqual(shown)
      expect(text).toMatch(/<div id="root">.*<h1/s)
    }
  })

  test('that was taken back, never existed or is over is not found, signed in or not', async () => {
    const [{ id, path: takenBack }, { path: over }] = [await shareRide(), await shareRide()]
    expect(
      (await t.call('DELETE', `/api/v1/trips/follow-links/${id}`, { as: driver, headers: { origin } })).status,
    ).toBe(200)
    const gone = async (path: string) => {
      for (const as of [undefined, driver]) {
        const page = await open(path, { as })
        expect([path, page.status, page.title, page.canonical]).toEqual([
          path,
          404,
          'Her er det ingenting å se – Samtur',
          '',
        ])
        expect(page.text).toMatch(/<noscript>.*<h1[^>]*>Her er det ingenting å se<\/h1>.*tatt tilbake.*<\/noscript>/s)
        expect(page.text).not.toMatch(/Trondheim/)
      }
    }
    for (const path of [takenBack, `/follow/${'k'.repeat(43)}`, '/follow/x', `/follow/${'k'.repeat(300)}`])
      await gone(path)
    expect((await open(over)).status).toBe(200)
    t.clock.advance(96 * 3_600_000)
    await gone(over)
    t.clock.shift = 0
  })
})

describe('the sentence for browsers without scripts', () => {
  const sentence = (text: string) => /<noscript><p[^>]*>([^<]*)/.exec(text)?.[1]

  test('says that a page can be read only where it can', async () => {
    const { id } = await publish()
    const readable = /^Du kan lese uten JavaScript/
    const blank = /^Denne siden trenger JavaScript\./
    for (const [path, said, as] of [
      ['/', readable],
      [`/rides/${id}`, readable],
      ['/nope', readable],
      ['/rides/x', readable],
      ['/wanted/posts', blank],
      ['/auth', blank],
      ['/confirm?token=x', blank],
      ['/help-support?tab=contact', blank],
      ['/terms', blank, driver],
      [`/rides/${id}`, blank, driver],
      ['/rides/x', readable, driver],
    ] as const)
      expect([path, sentence((await open(path, { as })).text)]).toEqual([path, expect.stringMatching(said)])
    for (const language of availableLanguages) {
      const { text } = await open(`/auth?lang=${language}`)
      expect([language, sentence(text)]).toEqual([language, expect.stringContaining('JavaScript')])
      expect(sentence(text)).not.toBe(sentence((await open(`/terms?lang=${language}`)).text))
    }
  })
})

describe('a search', () => {
  test('of all rides has an address, and others are not for search engines', async () => {
    for (const address of ['/search?sort=departure', '/search?sort=price&seats=2&utm_source=x', '/search/?seats=2'])
      expect(await open(address)).toMatchObject({
        title: 'Alle turer – Samtur',
        canonical: `${origin}/search?sort=departure`,
        robots: null,
      })
    expect(await open('/search?sort=')).toMatchObject({ canonical: `${origin}/search`, robots: null })
    const trip = await open('/search?from=Oslo&sort=price&date=2030-11-24')
    expect(trip).toMatchObject({ canonical: `${origin}/search?from=Oslo&date=2030-11-24`, robots: 'noindex' })
    expect(trip.title).toBe('Søkeresultater: Oslo, søn. 24. nov. 2030 – Samtur')
  })
})

describe('a profile', () => {
  test('has a name and a card, and is not for search engines', async () => {
    const profile = await open(`/profile/${driver.id}`, { language: 'en' })
    expect(profile.title).toBe('Ingrid "Inga" <Solberg> – Samtur')
    expect(profile.meta('description')).toMatch(/^Ingrid "Inga" <Solberg> on Samtur\. Member since \w+ \d{4}\./)
    expect(profile.meta('og:type')).toBe('profile')
    expect(profile).toMatchObject({ status: 200, robots: 'noindex' })
    expect(profile.text).not.toMatch(/90000001|@example/)
    // Russian months end in a full stop of their own.
    const russian = await open(`/profile/${driver.id}`, { language: 'ru' })
    expect(russian.meta('description')).toMatch(/\d{4}\sг\.\)\.$/)
  })
})

describe('what is no page', () => {
  test('is an address without a name, rendered as the browser would', async () => {
    for (const address of ['/nope', '/help-support/nope']) {
      const page = await open(address)
      expect(page).toMatchObject({ status: 404, title: 'Ups! Fant ikke siden – Samtur', robots: 'noindex' })
      expect([page.canonical, page.alternates, page.meta('og:url')]).toEqual(['', [], ''])
      expect(page.text).toMatch(/<div id="root">.*Ups! Fant ikke siden/s)
    }
  })

  test.each([
    ['an escape that is none', '/%E0%A4%A', 400, 'Adressen kan være feil, eller siden kan være flyttet.'],
    [
      'an address without an end',
      `/search?from=${'x'.repeat(9000)}`,
      414,
      'Lenken er for lang. Gå til forsiden og prøv derfra.',
    ],
  ])('is shown as a page that needs no script: %s', async (_, address, status, sentence) => {
    const requestHeaders = { accept: 'text/html,*/*', 'accept-language': 'nb' }
    const { text, headers, ...page } = await t.call('GET', address, {
      headers: requestHeaders,
      as: { cookie: 'theme=dark' },
    })
    expect([page.status, headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(text).toMatch(/<html data-theme="dark" lang="no" dir="ltr"|<html[^>]*data-theme="dark"/)
    expect(text).toContain('<h1 class="text-xl">Ups! Fant ikke siden</h1>')
    expect(text).toMatch(new RegExp(`${sentence}.*<a href="/"[^>]*>Til forsiden</a>`))
    expect(text).not.toMatch(/<script|<!--|noscript| style="/)
    for (const [path, accept] of [
      [address, 'application/json'],
      [`/api/v1${address}`, 'text/html'],
    ] as const)
      expect((await t.call('GET', path, { headers: { accept } })).body).toMatchObject({ code: expect.any(String) })
  })
})

describe('what browsers keep', () => {
  test('a page of a signed-in person is not cached, one of a visitor is revalidated', async () => {
    const kept = async (as?: TestPerson) =>
      (await t.call('GET', '/terms', { headers: html, as })).headers.get('cache-control')
    expect([await kept(driver), await kept()]).toEqual(['no-store', 'no-cache, private'])
  })
})

describePostgres('without the database', () => {
  test('a signed-in person gets an error while the database is away, and is not treated as a visitor', async () => {
    const proxy = await startProxy(await freshServerDatabase())
    const database = await openServerDatabase(proxy.url)
    const away = await startTestApp({
      dist: builtPages,
      database,
      env: { SECRET: testSecret },
      config: { publicUrl: origin },
    })
    const member = await addPerson(away.db.kysely, { name: 'Kari Nordmann' })
    const ask = () => away.call('GET', '/terms', { headers: { ...html, 'accept-language': 'en' }, as: member })
    expect((await ask()).text).toContain('Kari Nordmann')
    proxy.cut()
    const { status, text, headers } = await ask()
    await away.close()
    await proxy.close()
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(text).toMatch(/<h1[^>]*>Error<\/h1>.*The service is not available right now\./)
  })
})

describe('the content', () => {
  test('is rendered for who is not signed in, in the page’s language', async () => {
    expect((await open('/terms?lang=pl')).text).toMatch(/<div id="root">.*<h1[^>]*>Regulamin/s)
    expect((await open('/terms', { as: driver })).text).toContain('<div id="root"></div>')
    expect((await open('/auth')).text).toContain('<div id="root"></div>')
    expect((await open('/.server/server-entry.mjs')).status).toBe(404)
  })

  test('that cannot be rendered is left to the browser', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-dist-'))
    fs.cpSync(builtPages, folder, { recursive: true })
    const program = `export const open = async () => ({
      status: 200, head: { title: 'Vilkår' }, listed: true, rendered: true, queries: [],
      render: async () => { throw new Error('broken') },
    })`
    fs.writeFileSync(path.join(folder, '.server/server-entry.mjs'), program)
    const broken = await startTestApp({ dist: folder, config: { publicUrl: origin } })
    const { status, text } = await broken.call('GET', '/terms', { headers: html })
    await broken.close()
    fs.rmSync(folder, { recursive: true, force: true })
    expect([status, text.includes('<title>Vilkår – Samtur</title>'), text.includes('<div id="root"></div>')]).toEqual([
      200,
      true,
      true,
    ])
  })
})

describe('on a server with other settings and no rides', () => {
  const secure = 'https://samtur.example'
  const lines: string[] = []
  let other: TestApp
  beforeAll(async () => {
    const log = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) })
    const env = { SECRET: testSecret, PUBLIC_URL: secure, ROUTER_URL: 'http://127.0.0.1:9' }
    other = await startTestApp({ dist: builtPages, log, env })
  })
  afterAll(() => other.close())

  test('the home page includes what people look for only where rides are few', async () => {
    const [kari, ingrid] = [
      await addPerson(other.db.kysely, { name: 'Kari Nordmann' }),
      await addPerson(other.db.kysely),
    ]
    const as = { cookie: `__Host-${kari.cookie}` }
    const first = async () => queriesOf((await other.call('GET', '/', { headers: html })).text)
    const wanted = {
      from: 'Hamar',
      to: 'Trondheim',
      date_from: dayOf(new Date(other.clock.now().getTime() + 86_400_000)),
    }
    for (const changes of [{ public: true, note: 'Hemmelig' }, { seats: 2 }]) {
      const body = { ...wanted, ...changes }
      await other.call('POST', '/api/v1/ride-wanted', { as, body, headers: { origin: secure } })
    }
    const shown = { user_id: null, first_name: 'Kari', from: 'Hamar', to: 'Trondheim', seats: 1 }
    const posts = (await first()).get('wanted.home-posts')
    expect(posts).toMatchObject({ items: [shown] })
    expect(JSON.stringify(posts)).not.toMatch(/Nordmann|Hemmelig/)
    for (let i = 1; i <= homeFewRides; i++) {
      const departure = new Date(other.clock.now().getTime() + i * 86_400_000)
      await addRide(other.db, { driverId: ingrid.id, route: ['Oslo', 'Hamar'], departure })
    }
    const many = await first()
    expect(many.get('rides.upcoming')).toMatchObject({ items: { length: homeFewRides } })
    expect(many.has('wanted.home-posts')).toBe(false)
  })

  test('the key of a follow link is not in the log, also where something stands behind it', async () => {
    const key = 'k'.repeat(43)
    for (const address of [`/follow/${key}`, `/follow/${key}/x`, `/follow/${key}/`, `//follow/${key}`])
      await other.call('GET', address, { headers: html })
    expect(lines.some((line) => line.includes('page not found'))).toBe(true)
    expect(lines.filter((line) => line.includes(key))).toEqual([])
  })

  test('over https the theme is kept in a cookie that no neighbouring host can set', async () => {
    const ask = async (cookie: string) => {
      const { text, headers } = await other.call('GET', '/terms', { headers: html, as: { cookie } })
      return { dark: text.includes('data-theme="dark"'), cookies: headers.getSetCookie() }
    }
    const kept = '__Host-theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure'
    expect(await ask('__Host-theme=dark')).toEqual({ dark: true, cookies: [kept] })
    expect(await ask('theme=dark')).toEqual({ dark: false, cookies: [] })
  })

  test('the pages name OpenStreetMap where a routing engine is configured', async () => {
    const named = async ({ call }: TestApp) =>
      (await call('GET', '/terms', { headers: html })).text.includes('"openstreetmap":true')
    expect([await named(other), await named(t)]).toEqual([true, false])
  })
})

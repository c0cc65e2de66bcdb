/** What a page says of itself before any script has run: to search engines, and to whoever is sent a link to it. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { availableLanguages, languages } from '@samtur/i18n/translate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'

const origin = 'http://samtur.example'
const template =
  '<!doctype html><html lang="en"><head><title>x</title><!--head--></head><body><div id="root"><!--root--></div>' +
  '<script id="boot" type="application/json">null</script></body></html>'
/** Stands in for the built pages: its drawing says what it was asked for. */
const program = `export const draw = async (address, boot) => {
  if (address.includes('broken')) throw new Error('broken')
  return '<p>' + address + ' ' + boot.language + '</p>'
}`

const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-dist-'))
const put = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(dist, file)), { recursive: true })
  fs.writeFileSync(path.join(dist, file), text)
}
put('index.html', template)
put('.vite/manifest.json', '{}')
put('.server/server-entry.mjs', program)

let t: TestApp
let driver: TestPerson
beforeAll(async () => {
  t = await startTestApp({ dist, env: { SECRET: testSecret, PUBLIC_URL: origin } })
  driver = await addPerson(t.db.kysely, { name: 'Ingrid "Inga" <Solberg>' })
})
afterAll(async () => {
  await t.close()
  fs.rmSync(dist, { recursive: true, force: true })
})

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

  test('has a card for whoever is sent its address', async () => {
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
  test('is told by where, when and what it costs', async () => {
    const { id } = await publish()
    const ride = await open(`/rides/${id}`)
    expect(ride.title).toMatch(/^Oslo → Trondheim, \w+\.? \d+\. \w+\.? \d\d:\d\d, 300\skr – Samtur$/)
    expect(ride.meta('description')).toMatch(/^4 ledige plasser\. Ingrid "Inga" <Solberg> kjører\./)
    expect(ride).toMatchObject({ status: 200, robots: null, canonical: `${origin}/rides/${id}` })
    const part = await open(`/rides/${id}?from_position=1&to_position=2&fbclid=1`)
    expect(part.title).toMatch(/^Hamar → Lillehammer, /)
    expect(part.canonical).toBe(`${origin}/rides/${id}?from_position=1&to_position=2`)
    expect((await open(`/rides/${id}`, { language: 'ar' })).title).toMatch(/^Oslo ← Trondheim، /)
  })

  test('that cannot be had any more says so, and is not for search engines', async () => {
    const [cancelled, full, departed] = [await publish(), await publish(), await publish({ inHours: 1 })]
    const post = (as: TestPerson, address: string, body = {}) =>
      t.call('POST', `/api/v1${address}`, { as, body, headers: { origin } })
    await post(driver, `/rides/${cancelled.id}/cancel`)
    const passenger = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    const { body: asked } = await post(passenger, `/rides/${full.id}/reservations`, { seats_requested: 4 })
    await post(driver, `/reservations/${asked.id}/accept`)
    const seen = await open(`/rides/${full.id}`)
    expect([seen.meta('description'), seen.robots]).toEqual([expect.stringMatching(/^Ingen ledige plasser\./), null])
    const off = await open(`/rides/${cancelled.id}`)
    expect([off.meta('description'), off.robots]).toEqual([expect.stringMatching(/^Turen er avlyst\./), 'noindex'])
    t.clock.advance(72 * 3_600_000)
    const gone = await open(`/rides/${departed.id}`)
    expect([gone.meta('description'), gone.robots]).toEqual([expect.stringMatching(/^Turen har startet\./), 'noindex'])
    t.clock.shift = 0
  })

  test('that nobody may see is not there', async () => {
    const { id } = await publish({ notes: 'hemmelig' })
    await t.db.kysely.updateTable('ride').set({ hidden_at: t.clock.now() }).where('id', '=', id).execute()
    for (const address of [`/rides/${id}`, '/rides/00000000-0000-4000-8000-000000000000', '/rides/x']) {
      const ride = await open(address)
      expect(ride).toMatchObject({ status: 404, robots: 'noindex', title: 'Fant ikke turen – Samtur' })
      expect(ride.text).not.toMatch(/hemmelig|Trondheim|<p>/)
    }
    // Its driver’s page asks by itself.
    expect(await open(`/rides/${id}`, { as: driver })).toMatchObject({ status: 200 })
  })

  test('is told without what is not everybody’s, and no text of it leaves its place', async () => {
    const hostile = '</script><script>alert(1)</script>"\'<!-- $& -->'
    const { id } = await publish({ notes: hostile, start_location: hostile, license_plate: 'ZZ98765' })
    await t.db.kysely.updateTable('profile').set({ phone: '+4790000001' }).where('id', '=', driver.id).execute()
    const { text, title } = await open(`/rides/${id}`)
    expect(title).toContain(hostile)
    expect(text).not.toMatch(/ZZ98765|90000001|@example|alert\(1\)<\/script><script|<Solberg>/)
    expect(text.match(/<script/g)).toHaveLength(1)
    const [, json = ''] = /type="application\/json">(.*?)<\/script>/s.exec(text) ?? []
    expect(JSON.parse(json)).toMatchObject({ data: { ride: { id, notes: hostile, contact: null } } })
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
  })

  test('of somebody who is leaving, or whom nobody knows, is not there', async () => {
    const leaver = await addPerson(t.db.kysely, { name: 'Ola Borte' })
    await t.db.kysely
      .updateTable('profile')
      .set({ full_name: '', closed_at: t.clock.now() })
      .where('id', '=', leaver.id)
      .execute()
    for (const id of [leaver.id, '00000000-0000-4000-8000-000000000000', 'x']) {
      const profile = await open(`/profile/${id}`)
      expect(profile).toMatchObject({ status: 404, robots: 'noindex' })
      expect(profile.text).not.toContain('Ola Borte')
    }
  })
})

describe('the content', () => {
  test('is drawn for who is not signed in, in the page’s language', async () => {
    expect((await open('/terms?lang=pl')).text).toContain('<div id="root"><p>/terms?lang=pl pl</p></div>')
    expect((await open('/terms', { as: driver })).text).toContain('<div id="root"></div>')
    expect((await open('/auth')).text).toContain('<div id="root"></div>')
    expect((await open('/.server/server-entry.mjs')).status).toBe(404)
  })

  test('that cannot be drawn is left to the browser', async () => {
    const page = await open('/terms?broken')
    expect(page).toMatchObject({ status: 200, canonical: `${origin}/terms` })
    expect(page.text).toContain('<div id="root"></div>')
  })
})

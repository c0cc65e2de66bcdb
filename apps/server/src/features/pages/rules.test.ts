import fs from 'node:fs'
import path from 'node:path'
import { paths } from '@samtur/contract/paths'
import { expect, test } from 'vitest'
import {
  dressPage,
  escapeHtml,
  fillPage,
  isAllRides,
  isNoArticle,
  namedLanguage,
  pageLanguage,
  pageTheme,
  routePattern,
  scriptsOf,
} from './rules.ts'

test.each([
  ['nothing said', undefined, undefined, 'en'],
  ['Norwegian browser', undefined, 'nb-NO,nb;q=0.9,en;q=0.5', 'no'],
  ['New Norwegian browser', undefined, 'nn', 'no'],
  ['preference by weight, not by order', undefined, 'en;q=0.4,nb;q=0.8', 'no'],
  ['refused language', undefined, 'no;q=0', 'en'],
  ['unknown languages', undefined, 'xx,yy;q=0.3', 'en'],
  ['stored choice against the browser', 'language=no', 'en-GB', 'no'],
  ['stored choice among other cookies', 'session=abc; language=no; x=y', 'en', 'no'],
  ['stored choice behind a cookie without a space', 'x=y;language=no', 'en', 'no'],
  ['cookie with a similar name', 'xlanguage=no', 'en', 'en'],
  ['choice that is no language', 'language=zz', 'nb', 'no'],
  ['choice that every object has', 'language=constructor', 'nb', 'no'],
  ['absurd header', undefined, `${';q=,'.repeat(2000)}*;q=\u00e6,-`, 'en'],
])('language: %s', (_, cookie, header, expected) => {
  expect(pageLanguage(cookie, header)).toBe(expected)
})

test.each([
  ['lang=sv', 'sv'],
  ['from=Oslo&lang=ar', 'ar'],
  ['lang=zz', undefined],
  ['lang=constructor', undefined],
  ['lang=NO', undefined],
  ['', undefined],
])('an address that ends in ?%s names %s', (query, language) => {
  expect(namedLanguage(new URLSearchParams(query))).toBe(language)
})

test.each([
  ['', false],
  ['sort=price', true],
  ['max_price=200', true],
  ['sort=price&from=Oslo', false],
  ['sort=price&to=Oslo', false],
  ['sort=price&date=2027-05-01', false],
])('a search with %j lists all rides: %s', (query, expected) => {
  expect(isAllRides(new URLSearchParams(query))).toBe(expected)
})

test('markup in a text is escaped', () => {
  expect(escapeHtml(`<a href="x">Tom & 'Jerry'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;Tom &amp; 'Jerry'&lt;/a&gt;")
})

test.each([
  ['/', '/', true],
  ['/search', '/search', true],
  ['/search', '/search/', true],
  ['/search', '/searching', false],
  ['/search', '/Search', false],
  ['/rides/:id', '/rides/1', true],
  ['/rides/:id', '/rides/', false],
  ['/rides/:id', '/rides/1/2', false],
  ['/profile', '/profile/1', false],
])('%s and %s', (pattern, path, matches) => {
  expect(routePattern(pattern).test(path)).toBe(matches)
})

test('every address of the site is matched by its own pattern', () => {
  for (const path of Object.values(paths)) expect(routePattern(path).test(path.replace(/:\w+/g, 'x')), path).toBe(true)
})

const template =
  '<!doctype html><html lang="en"><head><title>Samtur</title><link rel="manifest" href="/manifest-en.webmanifest"><!--head--><script type="module" crossorigin src="/assets/start.js"></script></head><body>' +
  '<noscript><!--noscript--><!--instead--></noscript><script id="boot" type="application/json">{}</script><div><!--root--></div></body></html>'

const filling = {
  language: 'ar',
  dir: 'rtl',
  title: 'Samtur & "venner"',
  links: '<meta name="description" content="Del &lt;turen&gt;">',
  content: '<h1>Del turen</h1>',
  noscript: 'Slå på JavaScript',
  instead: '<h1>Borte</h1>',
  scripts: ['assets/start.js', 'assets/home.js'],
  begin: 'assets/begin.js',
  boot: { me: null } as unknown,
}

test('the page carries language, direction, words and boot data', () => {
  const page = fillPage(template, filling)
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toMatch(/^<!doctype html>/)
  expect(page).toContain('<title>Samtur &amp; &quot;venner&quot;</title>')
  expect(page).toContain('<link rel="manifest" href="/manifest-ar.webmanifest">')
  expect(page).toContain('<meta name="description" content="Del &lt;turen&gt;">')
  expect(page).toContain('<noscript>Slå på JavaScript<h1>Borte</h1></noscript>')
  expect(page).toContain('<script id="boot" type="application/json">{"me":null}</script>')
  expect(page).toContain('<div><h1>Del turen</h1></div>')
})

test('a page with content names its scripts to the one that loads them after the paint, and another loads them at once', () => {
  const scripts = ['assets/start.js', 'assets/a.js', 'assets/b.js']
  const [rendered, empty] = ['<h1>Del turen</h1>', ''].map((content) =>
    fillPage(template, { ...filling, links: '', content, scripts }),
  )
  expect(rendered).toContain(
    '<script defer src="/assets/begin.js" data-entry="/assets/start.js" data-files="/assets/a.js /assets/b.js"></script></head>',
  )
  expect(rendered).not.toMatch(/modulepreload|type="module"/)
  expect(empty).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a.js">' +
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/b.js">' +
      '<script type="module" crossorigin src="/assets/start.js"></script></head>',
  )
})

test('no text in the boot data can leave its element or change the page', () => {
  const boot = { name: '</script><script>alert(1)</script>', more: "<!-- $& $1 $' ]]>", line: '\u2028' }
  const page = fillPage(template, { ...filling, boot })
  expect(page.match(/<script/g)).toHaveLength(2)
  const json = /<script id="boot" type="application\/json">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect(JSON.parse(json)).toEqual(boot)
})

test('a page’s scripts are its screen, what that imports, and its texts in the language', () => {
  const texts = '../../packages/i18n/src/gen'
  const manifest = {
    'src/routes/my-rides.ts': { file: 'assets/my-rides.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['_shared.js'] },
    ...Object.fromEntries(
      ['loaders/no', 'no/core', 'no/rides', 'loaders/en', 'en/core', 'en/rides'].map((name) => [
        `${texts}/${name}.ts`,
        { file: `assets/${name.replace('/', '-')}.js` },
      ]),
    ),
  }
  const parts = { every: ['core'], routes: { 'my-rides': ['rides'] } }
  expect(scriptsOf(manifest, parts, 'myRides', 'no')).toEqual([
    'assets/my-rides.js',
    'assets/shared.js',
    'assets/loaders-no.js',
    'assets/no-core.js',
    'assets/no-rides.js',
  ])
  expect(scriptsOf(manifest, parts, 'unknown', 'en')).toEqual(['assets/loaders-en.js', 'assets/en-core.js'])
})

test.each([
  ['nothing said', undefined, undefined],
  ['a choice among other cookies', 'session=abc; theme=dark; x=y', 'dark'],
  ['a choice behind a cookie without a space', 'x=y;theme=dark', 'dark'],
  ['a choice that is none', 'theme=blue', undefined],
  ['a choice with more behind it', 'theme=darker', undefined],
  ['a cookie with a similar name', 'xtheme=dark', undefined],
])('theme: %s', (_, cookie, expected) => {
  expect(pageTheme(cookie, false)).toBe(expected)
})

test('over https only the theme cookie counts that no neighbouring host can set', () => {
  expect(pageTheme('__Host-theme=dark', true)).toBe('dark')
  expect(pageTheme('theme=dark', true)).toBeUndefined()
  expect(pageTheme('__Host-theme=dark', false)).toBeUndefined()
})

test('a page whose theme was chosen is sent in it, with what the browser paints round it', () => {
  const file = path.join(import.meta.dirname, '../../../../web/index.html')
  const page = fs.readFileSync(file, 'utf8')
  expect(dressPage(page, undefined)).toBe(page)
  const dark = dressPage(page, 'dark')
  expect(dark).toMatch(/^<!doctype html>/i)
  expect(dark).toMatch(/<html [^>]*data-theme="dark"/)
  expect(dark).toContain('<meta name="color-scheme" content="dark"')
  expect(dark).toMatch(/content="#14201a" data-scheme="dark" media="all"/)
  expect(dark).toMatch(/content="#ffffff" data-scheme="light" media="not all"/)
  expect(dark).not.toContain('prefers-color-scheme')
})

test.each([
  ['/help-support/emergency', false],
  ['/help-support/emergency/', false],
  ['/help-support/no-such-article', true],
  ['/help-support/constructor', true],
])('%s is no article: %s', (path, none) => expect(isNoArticle('helpArticle', path)).toBe(none))

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture } from './check/fixture.ts'
import { checkStructure } from './check/structure.ts'

/** Returns `file:line: rule` for every finding in a tree of these files. */
function findings(files: Record<string, string>): string[] {
  using tree = fixture(files)
  return checkStructure(tree.root).map(({ file, line, rule }) => `${file}:${line}: ${rule}`)
}

const server = 'apps/server/src'
const web = 'apps/web/src'
const programs = 'apps/interface/src'
const rides = `${server}/features/rides`

test('a tree that follows docs/architecture.md has no findings', () => {
  expect(
    findings({
      'packages/contract/src/rides.ts': `import { z } from 'zod'\nimport { oc } from '@orpc/contract'\nexport const ride = [z, oc]`,
      'packages/i18n/src/translate.ts': `import { setupI18n } from '@lingui/core'\nexport const t = setupI18n`,
      [`${server}/composition/app.ts`]: `import '../features/rides/routes.ts'\nimport '../platform/log.ts'\nimport { ride } from '@samtur/contract/rides'\nexport const app = ride`,
      [`${programs}/ports/product.ts`]: `export type Product = string`,
      [`${programs}/serve.ts`]: `import fastify from 'fastify'\nimport type { Product } from './ports/product.ts'\nexport const serve = (product: Product) => [fastify, product]`,
      'apps/interface/test/serve.test.ts': `import { app } from '../../server/src/composition/app.ts'\nexport const test = app`,
      [`${server}/interface/serve.ts`]: `import { serve } from '@samtur/interface/serve'\nexport const interfaceOf = serve`,
      [`${server}/config.ts`]: `export const port = process.env.PORT`,
      [`${server}/platform/log.ts`]: `import fs from 'node:fs'\nimport { port } from '../config.ts'\nexport const log = [fs, port]`,
      [`${rides}/routes.ts`]: `import { reserve } from './service.ts'\nexport const routes = [reserve]`,
      [`${rides}/service.ts`]: `import { place } from '#features/places/port'\nexport const reserve = place`,
      [`${rides}/service-series.ts`]: `export const repeat = 1`,
      [`${rides}/rules-stops.ts`]: `export const stops = 1`,
      [`${rides}/store.ts`]: `export const add = (db) => db.insertInto('ride').values({})`,
      [`${rides}/store-texts.ts`]: `export const name = (db) => db.insertInto('stop_text').values({})`,
      [`${rides}/service.test.ts`]: `import { test } from 'vitest'\nimport { app } from '../../composition/app.ts'\ntest('x', () => app)`,
      [`${server}/features/places/port.ts`]: `export const place = 1`,
      [`${server}/features/places/rules.ts`]: `import { way } from '@samtur/roads/network'\nexport const shorter = way`,
      [`${server}/features/meeting-points/data/points.json`]: `[]`,
      'packages/roads/src/network.ts': `import fs from 'node:fs'\nexport const way = fs`,
      [`${server}/features/search/views-nearby.ts`]: `export const near = 1`,
      [`${web}/screens/home.tsx`]: `import { Search } from '../features/rides/search.ts'\nexport const Home = <Search />`,
      [`${web}/features/rides/search.ts`]: `import { Stars } from '../ratings/stars.ts'\nexport const Search = Stars`,
      [`${web}/features/ratings/stars.ts`]: `import { Button } from '#ui/button'\nexport const Stars = Button`,
      [`${web}/ui/button.tsx`]: `import { useId } from 'react'\nexport const Button = () => <b id={useId()} />`,
    }),
  ).toEqual([])
})

describe('files', () => {
  test.each([
    [`${rides}/utils.ts`, ['place', 'name']],
    [`${rides}/queries.ts`, ['place']],
    [`${rides}/data/rides.json`, ['place']],
    [`${rides}/mails-stops.ts`, ['place']],
    [`${server}/features/trains/routes.ts`, ['place']],
    [`${server}/features/all.ts`, ['place']],
    [`${web}/features/rides/RideCard.ts`, ['place']],
    [`${web}/features/rides/cards/card.ts`, ['place']],
    [`${web}/features/trains/model.ts`, ['place']],
    [`${server}/platform/helpers/time.ts`, ['name']],
    ['packages/contract/src/index.ts', ['name']],
  ])('%s is reported', (file, rules) => {
    expect(findings({ [file]: '' })).toEqual(rules.map((rule) => `${file}:1: ${rule}`))
  })
})

/** Returns the findings for one import between two files, without those of the cycle rule. */
function importing(from: string, specifier: string, target: string): string[] {
  return findings({ [from]: `\nimport { x } from '${specifier}'\nexport const y = x`, [target]: 'export const x = 1' })
}

describe('imports', () => {
  const places = `${server}/features/places`

  test.each([
    ['the contract knows only zod and oRPC', 'packages/contract/src/a.ts', 'fastify', 'declared'],
    ['the contract does not even know Node', 'packages/contract/src/a.ts', 'node:fs', 'declared'],
    ['texts know only Lingui', 'packages/i18n/src/a.ts', '@samtur/contract/rides', 'declared'],
    ['roads know neither limits nor endpoints', 'packages/roads/src/a.ts', '@samtur/contract/rides', 'declared'],
    ['only places knows the roads', `${rides}/rules.ts`, '@samtur/roads/network', 'slices'],
    ['a path does not leave its package', `${server}/a.ts`, '../../../packages/contract/src/x.ts', 'own package'],
    ['the server does not know the web', `${server}/a.ts`, '../../web/src/x.ts', 'own package'],
    ['the web does not know the server', `${web}/a.ts`, '@samtur/server', 'declared'],
    [
      'the service interface does not know the server',
      `${programs}/serve.ts`,
      '../../server/src/composition/app.ts',
      'service interface',
    ],
    ['by no name', `${programs}/serve.ts`, '@samtur/server', 'service interface'],
    ['nor the web', `${programs}/serve.ts`, '@samtur/web', 'service interface'],
    ['nor a package that it does not declare', `${programs}/serve.ts`, 'kysely', 'declared'],
    [
      'a slice does not know the service interface',
      `${rides}/service.ts`,
      '@samtur/interface/serve',
      'service interface',
    ],
    ['platform does not know it', `${server}/platform/a.ts`, '@samtur/interface/serve', 'service interface'],
    ['platform knows no slice', `${server}/platform/a.ts`, '../features/places/port.ts', 'foundations'],
    ['a migration knows no slice', `${server}/migrations/a.ts`, '#features/places/port', 'foundations'],
    ['what operators use knows no slice', `${server}/operating/backup/a.ts`, '#features/places/port', 'foundations'],
    ['nor its command line', `${server}/operating/backup/a.ts`, '../commands/start.ts', 'foundations'],
    ['nor does the platform', `${server}/platform/a.ts`, '#operating/commands/start', 'foundations'],
    ['a slice does not know the command line', `${rides}/service.ts`, '#operating/doctor/finding', 'slices'],
    ['platform does not know the composition', `${server}/platform/a.ts`, '../composition/app.ts', 'foundations'],
    ['a slice does not know the composition', `${rides}/service.ts`, '../../composition/app.ts', 'slices'],
    ['another slice only through its port', `${rides}/service.ts`, '../places/store.ts', 'slices'],
    ['however its store is cut', `${rides}/service.ts`, '../places/store-names.ts', 'slices'],
    ['not against the order', `${places}/service.ts`, '../rides/port.ts', 'slices'],
    ['not for an event either', `${places}/events.ts`, '../rides/events.ts', 'slices'],
    ['pages stand alone', `${server}/features/pages/routes.ts`, '../accounts/port.ts', 'slices'],
    ['a feature does not know routes', `${web}/features/rides/card.ts`, '../../routes/home.tsx', 'web features'],
    ['ui knows no feature', `${web}/ui/button.ts`, '../features/chat/model.ts', 'ui and lib'],
    ['lib knows no feature', `${web}/lib/api.ts`, '../features/chat/model.ts', 'ui and lib'],
    ['what is imported is declared', `${server}/a.ts`, 'fastify', 'declared'],
    ['by the package itself', `${web}/a.ts`, 'kysely', 'declared'],
    ['tools of the root are for tests', `${server}/a.ts`, 'vitest', 'declared'],
  ])('%s', (_name, from, specifier, rule) => {
    const found = importing(from, specifier, 'packages/contract/src/x.ts')
    expect(found).toContain(`${from}:2: ${rule}`)
  })

  test('a slice may import the port and events of slices before it', () => {
    expect(importing(`${rides}/service.ts`, '../places/port.ts', `${places}/port.ts`)).toEqual([])
    expect(importing(`${rides}/events.ts`, '../accounts/events.ts', `${server}/features/accounts/events.ts`)).toEqual(
      [],
    )
    expect(importing(`${server}/features/support/service.ts`, '../accounts/port.ts', `${places}/rules.ts`)).toEqual([])
  })

  test.each([
    `export { x } from '../places/store.ts'`,
    `export * from '../places/store.ts'`,
    `import type { X } from '../places/store.ts'\nexport const x: X = 1`,
    `export const load = () => import('../places/store.ts')`,
    `export type X = import('../places/store.ts').X`,
  ])('every kind of import is checked: %s', (source) => {
    const found = findings({ [`${rides}/service.ts`]: source, [`${places}/store.ts`]: 'export const x = 1' })
    expect(found).toEqual([`${rides}/service.ts:1: slices`])
  })

  test('text in comments and strings is not an import', () => {
    const source = `// import x from 'fastify'\nexport const text = "import y from 'fastify'"`
    expect(findings({ [`${rides}/rules.ts`]: source })).toEqual([])
  })

  test('an import cycle is reported, also one of types or over several files', () => {
    const found = findings({
      [`${web}/lib/a.ts`]: `import { b } from './b.ts'\nexport const a = b`,
      [`${web}/lib/b.ts`]: `import { c } from './c.ts'\nexport const b = c`,
      [`${web}/lib/c.ts`]: `import type { a } from './a.ts'\nexport const c: typeof a = 1`,
    })
    expect(found).toEqual([`${web}/lib/c.ts:1: cycle`])
  })

  test('features of the pages build on each other in one direction', () => {
    const found = findings({
      [`${web}/features/rides/card.ts`]: `import { reserve } from '../reservations/button.ts'\nexport const card = reserve`,
      [`${web}/features/rides/route.ts`]: `export const route = 1`,
      [`${web}/features/reservations/button.ts`]: `export const reserve = 1`,
      [`${web}/features/reservations/list.ts`]: `import { route } from '../rides/route.ts'\nexport const list = route`,
      [`${web}/features/chat/list.ts`]: `import { route } from '../rides/route.ts'\nexport const list = route`,
    })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/: feature order$/)
  })
})

describe('the end of a browser test', () => {
  const loose = [
    `export const go = (page) => page.on('response', (response) => found.push(response.body()))`,
    `export const go = (page) => page.once('dialog', (dialog) => void dialog.accept())`,
    `export const go = (page) => page.on('console', async (message) => said.push(await message.args()))`,
    `export const go = (person) => person.context.close()`,
    `export const go = (context) => context.close()`,
  ]

  test.each(loose)('is not safe with %s', (code) => {
    expect(findings({ 'e2e/rides.spec.ts': code })).toEqual(['e2e/rides.spec.ts:1: endings'])
    expect(findings({ 'e2e/watch.ts': code, 'e2e/person.ts': code })).toEqual([])
  })

  test('is safe with listeners that keep what they hear, and with a person who closes the browser', () => {
    const code = `export const go = (page, person) => [page.on('request', (one) => urls.push(one.url())), person.close()]`
    expect(findings({ 'e2e/rides.spec.ts': code })).toEqual([])
  })
})

describe('writing to tables', () => {
  const ways = [
    `db.insertInto('ride').values({})`,
    `db.updateTable('ride as r').set({})`,
    `db.deleteFrom('ride')`,
    'sql`insert into ride (id) values (${id})`',
    'sql<Row>`with gone as (delete from ride where id = ${id} returning id) select * from gone`',
    'sql`UPDATE ride AS r SET seats = 1`',
    `pool.query('update ride set seats = 1')`,
  ]

  test.each(ways)('%s outside store.ts is reported', (code) => {
    const write = `export const write = (db, sql, pool, id) => ${code}`
    expect(findings({ [`${rides}/views.ts`]: write })).toEqual([`${rides}/views.ts:1: writes`])
    expect(findings({ [`${server}/demo.ts`]: write })).toEqual([`${server}/demo.ts:1: writes`])
    const free = [
      `${rides}/store.ts`,
      `${rides}/store-texts.ts`,
      `${server}/migrations/0001_base.ts`,
      `${rides}/views.test.ts`,
    ]
    expect(findings(Object.fromEntries(free.map((file) => [file, write])))).toEqual([])
  })

  test.each(ways)('%s assigns the table to one slice', (code) => {
    const write = `export const write = (db, sql, pool, id) => ${code}`
    const chat = `${server}/features/chat/store.ts`
    expect(findings({ [chat]: write, [`${rides}/store.ts`]: write })).toEqual([`${rides}/store.ts:1: writes`])
    const stopTexts = `${rides}/store-texts.ts`
    expect(findings({ [chat]: write, [stopTexts]: write })).toEqual([`${stopTexts}:1: writes`])
    expect(findings({ [chat]: write, [`${server}/platform/mail.ts`]: write })).toHaveLength(1)
  })

  test('a write to a table with a computed name is reported', () => {
    const found = findings({ [`${rides}/store.ts`]: `export const write = (db, table) => db.insertInto(table)` })
    expect(found).toEqual([`${rides}/store.ts:1: writes`])
  })

  test.each([
    'sql`select * from ride where id = 1 for update skip locked`',
    'rowsOf({})`select id from ride for no key update`',
    'sql`select pg_advisory_xact_lock(1)`',
    `db.selectFrom('ride').forShare()`,
  ])('%s locks, which is for store.ts', (code) => {
    const lock = `export const lock = (db, sql, rowsOf) => ${code}`
    expect(findings({ [`${rides}/views.ts`]: lock })).toEqual([`${rides}/views.ts:1: locks`])
    expect(findings({ [`${rides}/store.ts`]: lock, [`${server}/platform/mail.ts`]: lock })).toEqual([])
  })

  describe('through functions of the database', () => {
    const body = (text: string) => `create or replace function f() returns void language sql as $$ ${text} $$;`
    const call = 'export const act = (sql) => sql`select take_seat(${1})`'
    const chat = `${server}/features/chat/store.ts`

    test('a function that writes is called by the store of its slice only', () => {
      const functions = {
        [`${server}/sql/rides/take_seat.sql`]: body('select count_seats()'),
        [`${server}/sql/rides/count_seats.sql`]: body('update ride set seats = 1'),
      }
      expect(findings({ ...functions, [`${rides}/store.ts`]: call })).toEqual([])
      expect(findings({ ...functions, [chat]: call })).toEqual([`${chat}:1: writes`])
    })

    test('a function that reads may be called everywhere', () => {
      const read = { [`${server}/sql/rides/take_seat.sql`]: body('-- not an update ride set\nselect 1 from ride') }
      expect(findings({ ...read, [`${server}/features/chat/views.ts`]: call })).toEqual([])
    })

    test('a function that locks is called by stores only', () => {
      const lock = { [`${server}/sql/rides/take_seat.sql`]: body('select pg_advisory_xact_lock(1)') }
      expect(findings({ ...lock, [chat]: call })).toEqual([])
      expect(findings({ ...lock, [`${rides}/views.ts`]: call })).toEqual([`${rides}/views.ts:1: locks`])
    })

    test('a table that a function writes belongs to the slice of its folder', () => {
      const file = `${server}/sql/rides/take_seat.sql`
      const write = 'export const write = (sql) => sql`update ride set seats = 1`'
      expect(findings({ [file]: body('update ride set seats = 2'), [`${rides}/store.ts`]: write })).toEqual([])
      expect(findings({ [file]: body('update ride set seats = 2'), [chat]: write })).toEqual([`${file}:1: writes`])
    })
  })
})

describe('the lock file', () => {
  const lock = (packages: object) => JSON.stringify({ packages })
  const root = { devDependencies: { vitest: '5' } }
  const own = {
    'packages/contract': { dependencies: { zod: '4', '@orpc/contract': '1' } },
    'packages/i18n': { dependencies: { '@lingui/core': '6' } },
    'apps/interface': { dependencies: { '@samtur/contract': '1', fastify: '5' } },
    'packages/roads': {},
    'apps/server': {
      dependencies: { '@samtur/contract': '1', '@samtur/interface': '1', '@samtur/roads': '1', kysely: '1' },
    },
    'apps/web': { dependencies: { '@samtur/contract': '1', react: '19' } },
  }
  const names = [
    'vitest',
    'zod',
    '@orpc/contract',
    '@lingui/core',
    '@samtur/contract',
    '@samtur/interface',
    '@samtur/roads',
    'fastify',
    'kysely',
    'react',
  ]
  const installed = Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}]))

  test('a complete lock file passes', () => {
    expect(findings({ 'package-lock.json': lock({ '': root, ...own, ...installed }) })).toEqual([])
  })

  test('a lock file without a platform’s binary is reported', () => {
    const gap = { 'node_modules/kysely': { optionalDependencies: { 'kysely-darwin-arm64': '1' } } }
    expect(findings({ 'package-lock.json': lock({ '': root, ...own, ...installed, ...gap }) })).toHaveLength(1)
  })

  test('a lock file that a package.json no longer matches is reported', () => {
    const old = { '': { devDependencies: { vitest: '4' } } }
    expect(findings({ 'package-lock.json': lock({ ...old, ...own, ...installed }) })).toHaveLength(1)
  })
})

describe('oxlint', () => {
  const product = path.resolve(import.meta.dirname, '..')
  const config = fs
    .readFileSync(path.join(product, '.oxlintrc.json'), 'utf8')
    .replace('"typeAware": true', '"typeAware": false')

  /** Returns `file: rule` for the findings of our own configuration that are about these rules. */
  function linting(files: Record<string, string>, rules: RegExp): string[] {
    using tree = fixture({ '.oxlintrc.json': config, ...files })
    const oxlint = path.join(product, 'node_modules/oxlint/bin/oxlint')
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format=unix'], { cwd: tree.root, encoding: 'utf8' })
    const found = [...stdout.matchAll(/^(\S+?):\d+:\d+: .* \[Error\/\w+\((.+)\)\]$/gm)]
    return found.filter(([, , rule = '']) => rules.test(rule)).map(([, file = '', rule = '']) => `${file}: ${rule}`)
  }

  test('refuses to read the environment outside of config.ts, in every way', () => {
    const ways = [
      `export const x = process.env.PORT`,
      `export const x = process['env']`,
      `export const x = globalThis.process.env`,
      `const { env: x } = process\nexport { x }`,
      `import { env } from 'node:process'\nexport const x = env`,
    ]
    const files = ways.map((code, index) => [`${server}/platform/log-${index}.ts`, code] as const)
    const free = [`${server}/config.ts`, `${rides}/rules.test.ts`].map((file) => [file, ways[0] ?? ''] as const)
    const found = linting(Object.fromEntries([...files, ...free]), /^no-restricted-/)
    expect(found.map((line) => line.split(':')[0] ?? '').toSorted()).toEqual(files.map(([file]) => file))
  })

  test('wants .tsx for files with JSX only', () => {
    const files = { [`${web}/ui/a.tsx`]: '<b />', [`${web}/ui/b.tsx`]: '<></>', [`${web}/ui/c.test.tsx`]: '1' }
    const found = linting(
      Object.fromEntries(Object.entries(files).map(([file, code]) => [file, `export const x = ${code}`])),
      /^jsx-filename-extension$/,
    )
    expect(found).toEqual([`${web}/ui/c.test.tsx: jsx-filename-extension`])
  })

  test('allows a file four hundred lines, and tests and migrations more', () => {
    const long = '//\n'.repeat(401)
    const files = [`${rides}/service.ts`, `${rides}/service.test.ts`, `${server}/migrations/0001_base.ts`]
    const found = linting(Object.fromEntries(files.map((file) => [file, long])), /^max-lines$/)
    expect(found).toEqual([`${rides}/service.ts: max-lines`])
    expect(linting({ [`${rides}/service.ts`]: '//\n'.repeat(399) }, /^max-lines$/)).toEqual([])
  })
})

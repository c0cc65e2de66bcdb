import { expect, test } from 'vitest'
import { findWeaknesses, isCommonPassword, loadCommonPasswords } from './rules-passwords.ts'
import { patient } from '../../../test/patience.ts'

const person = { email: 'ola.nordmann@fjellheim.example', name: 'Kari Øygård Nordmann' }

test.each([
  ['fjordtur-2026', []],
  ['123456', ['common', 'pattern']],
  ['passord', ['common']],
  ['PASSORD', ['common']],
  ['q w e r t y', ['common']],
  ['p-a-s-s-o-r-d', ['common']],
  ['ｐａｓｓｏｒｄ', ['common']],
  ['øøøøøø', ['common']],
  ['🚗🚗🚗🚗🚗🚗', ['common']],
  ['🚗🚌🚂🚁⛴🛵', []],
  ['samtur', ['product']],
  ['S@mtur2026!', ['product']],
  ['ola.nordmann@fjellheim.example', ['email']],
  ['olaola99', ['email']],
  ['Fjellheim2026', ['email']],
  ['Kari123', ['name']],
  ['k4ri!1984', ['name']],
  ['oygard-1', ['name']],
  ['karinordmann', ['name']],
  ['Kari Nordmann', ['name']],
  ['KariSommer25', ['name', 'pattern']],
  ['nordmann-og-hunden', []],
  ['kari5839205738', []],
  ['17.05.1984', ['pattern']],
  ['sommer2025', ['pattern']],
  ['Høst-24', ['pattern']],
  ['jesien2024!', ['pattern']],
  ['Осень2025', ['pattern']],
  ['январь2026', ['pattern']],
  ['الصيف2025', ['pattern']],
  ['tirsdag12', ['pattern']],
] as const)('%j is weak because of %j', (password, reasons) => {
  // Some of them are in the list of common ones as well.
  const found = findWeaknesses(password, person).filter(
    (reason) => reason !== 'common' || reasons.some((own) => own === 'common'),
  )
  expect(found).toEqual(reasons)
})

const notorious =
  `michael1 hunter2 P@ssw0rd Samtur! sommer2025 Password1! Passw0rd Pa$$word passord1! Passord2025 P4ssord! qwerty123 Qwerty1! qwe123
  1q2w3e4r 1qaz2wsx zaq12wsx asdf1234 asdfghjkl abc123 Abcd1234 abcdefgh 12345678 123456789a 987654321 11111111 112233 121212 123qwe 654321
  iloveyou iloveyou2 jegelsker elskerdeg monkey1 dragon99 football1 fotball9 baseball1 letmein Letmein1! welcome1 Welcome2024 velkommen1 admin123
  Admin2025! administrator root123 changeme trustno1 sunshine1 princess7 shadow12 master01 superman1 batman123 starwars1 pokemon1 liverpool1
  chelsea1 Arsenal10 jordan23 ashley1 nicole12 jessica1 daniel12 charlie1 hallo123 hemmelig1 sverige1 oslo2024 bergen123 stockholm1 parol123
  vinter2024 Januar2026 Sommar2025! christmas24 drowssap ninja123 whatever1 freedom1 secret12 test1234 guest123 user1234 login123`
    .split(/\s+/)
    .filter(Boolean)

test('notorious ones are refused for all accounts', () => {
  const stranger = { email: 'a.b@example.no', name: 'Bo Li' }
  expect(notorious.filter((password) => findWeaknesses(password, stranger).length === 0)).toEqual([])
})

const nordic =
  `kjærlighet kjaerlighet kjarlighet kjerlighet Kjærlighet1 kjaerlighet123 KJARLIGHET! kjempe123 Kjempe2024 kjaeresten99 sjokolade12
  sommerfugl1 Sommerfugl2025! blåbær1 blabaer12 blaabaer1 bjørn123 bjoern123 bjorn123 lillesøster1 lillesoster1 drømmen7 droemmen7 fårikål1 farikal1
  kærlighed1 kaerlighed1 smørrebrød smoerrebroed smorrebrod1 hygge123 rødgrød rodgrod kærlek kärlek1 karlek123 kaerlek älskling aelskling alskling1
  hjärtat12 hjartat12 fjäril99 köttbullar kottbullar1 koettbullar smörgås smorgas1 smoergaas Håkon2010 haakon12 hakon123 øystein1 oystein1 oeystein`
    .split(/\s+/)
    .filter(Boolean)

test('Nordic words are refused, however their letters are typed and whatever digits follow', () => {
  const stranger = { email: 'a.b@example.no', name: 'Bo Li' }
  expect(nordic.filter((password) => !findWeaknesses(password, stranger).includes('common'))).toEqual([])
})

test('passwords of a manager and sentences of some words are accepted', () => {
  const person = { email: 'kari@example.no', name: 'Kari Nordmann' }
  for (const password of [
    'x7#Kq9!vRt2m',
    'mFj4-Wz8s-Qp2d',
    'ti stolte elger danser',
    'bratt bakke uten brus',
    'лодка у синего моря',
    'قارب صغير قرب الجسر',
  ])
    expect.soft(findWeaknesses(password, person), password).toEqual([])
})

test('the list holds well over a hundred thousand passwords, and a hundred thousand random texts are not taken for one', () => {
  expect(loadCommonPasswords()).toBeGreaterThan(250_000)
  const random = Array.from({ length: 100_000 }, (_, index) => `kvass-${index}-elg`)
  expect(random.filter(isCommonPassword).length).toBeLessThan(5)
})

test('a password of the greatest length is judged without delay', () => {
  const texts = ['1'.repeat(128), 'ab'.repeat(64), '!'.repeat(128), 'abc123'.repeat(21), `${'a1'.repeat(60)}11111111`]
  for (const text of texts) {
    const start = performance.now()
    findWeaknesses(text, person)
    expect.soft(performance.now() - start, text).toBeLessThan(patient(1000))
  }
})

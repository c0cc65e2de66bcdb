import { beforeAll, describe, expect, test } from 'vitest'
import { type NotificationKind, notificationKinds, type NotificationSettings } from '@samtur/contract/notifications'
import { createTranslator, loadCatalogues, type Translate } from '@samtur/i18n/translate'
import {
  byDay,
  cappedCount,
  deadlineOf,
  changesTo,
  lookOf,
  presetOf,
  safePath,
  sentenceOf,
  withChanges,
  withRead,
} from './model.ts'

let t: Translate
beforeAll(async () => {
  t = createTranslator('no', await loadCatalogues('no', ['core', 'notifications']))
})

describe('the sentence of a notification', () => {
  test.each(notificationKinds)('%s is a sentence with an icon, also with hardly any parameters', (kind) => {
    const sentence = sentenceOf(t, { kind, params: {} })
    expect(sentence).not.toMatch(/notifications\.|undefined|\{/)
    expect(sentence.length).toBeGreaterThan(8)
    expect(lookOf(kind).icon).toBeTruthy()
  })

  test('a changed ride asks to confirm, reports an ended request, or only informs', () => {
    const say = (params: object) => sentenceOf(t, { kind: 'ride_changed', params: { name: 'Ingrid', ...params } })
    expect(say({})).toBe('Ingrid har endret turen')
    expect(say({ confirm: true })).toBe('Ingrid har endret turen. Bekreft at du fortsatt blir med')
    expect(say({ ended: true, confirm: true })).toMatch(/gjelder ikke lenger$/)
  })

  test('seats have the right plural, and a deleted user has the words of the language', () => {
    const say = (seats: number) => sentenceOf(t, { kind: 'request_received', params: { seats } })
    expect(say(1)).toBe('Slettet bruker vil være med og ber om 1 plass')
    expect(say(2)).toMatch(/2 plasser$/)
  })
})

test('an answer and an offer name their time, where it is known', () => {
  const until = '2026-11-27T17:40:00Z'
  const say = (kind: NotificationKind, params = {}) => deadlineOf(t, { kind, params }, () => 'i dag 18:40')
  expect(say('request_received', { until })).toBe(t('notifications.answer_by', { until: 'i dag 18:40' }))
  expect(say('request_waiting', { until })).toBe(t('notifications.answer_by', { until: 'i dag 18:40' }))
  expect(say('seat_offered', { until })).toBe(t('notifications.take_by', { until: 'i dag 18:40' }))
  expect(say('request_received')).toBeUndefined()
  expect(say('ride_changed', { until })).toBeUndefined()
})

describe('reading', () => {
  const items = [
    { id: '12', read_at: null },
    { id: '10', read_at: null },
    { id: '9', read_at: null },
    { id: '2', read_at: '2026-01-01T00:00:00Z' },
  ]
  const unread = (some: { id: string; read_at: string | null }[]) =>
    some.filter(({ read_at }) => read_at === null).map(({ id }) => id)

  test('marks one', () => expect(unread(withRead(items, '10', false))).toEqual(['12', '9']))

  test('marks one and all before it, comparing ids as numbers and not as text', () => {
    expect(unread(withRead(items, '10', true))).toEqual(['12'])
    expect(withRead(items, '10', true)[3]?.read_at).toBe('2026-01-01T00:00:00Z')
  })
})

test('notifications of one day are grouped', () => {
  const at = (created_at: string) => ({ created_at })
  const days = byDay([at('2026-11-21T23:30Z'), at('2026-11-21T10:00Z'), at('2026-11-19T10:00Z')], (iso) =>
    iso.slice(0, 10),
  )
  expect(days.map(({ day, items }) => [day, items.length])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-19', 1],
  ])
})

test('the badge shows at most two digits', () => {
  expect([1, 99, 100].map(cappedCount)).toEqual(['1', '99', '99+'])
})

describe('settings', () => {
  const settings: NotificationSettings = {
    items: [
      { kind: 'ride_changed', email: true, push: true },
      { kind: 'ride_cancelled', email: true, push: true },
    ],
    push_key: null,
    devices: [],
  }

  test('one switch changes, the others stay', () => {
    expect(withChanges(settings, [{ kind: 'ride_changed', email: false }]).items).toEqual([
      { kind: 'ride_changed', email: false, push: true },
      { kind: 'ride_cancelled', email: true, push: true },
    ])
  })

  test('a preset is known again, on the channels that there are', () => {
    const items: NotificationSettings['items'] = notificationKinds.map((kind) => ({ kind, email: true, push: false }))
    expect(presetOf(items, ['email'])).toBe('all')
    expect(presetOf(items, ['email', 'push'])).toBeUndefined()
    const essentials = withChanges({ ...settings, items }, changesTo('important', items, ['email', 'push'])).items
    expect(presetOf(essentials, ['email', 'push'])).toBe('important')
    const essential = (wanted: NotificationKind) => essentials.find(({ kind }) => kind === wanted)
    expect(essential('rating_received')).toMatchObject({ email: false, push: false })
    expect(essential('ride_cancelled')).toMatchObject({ email: true, push: true })
  })
})

test.each([
  ['/my-rides?tab=rides', '/my-rides?tab=rides'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('%s leads to %s', (path, safe) => expect(safePath(path)).toBe(safe))

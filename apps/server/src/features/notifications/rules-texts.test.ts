/** The texts of every kind of notification: complete in every language, and without stray values. */
import { expect, test } from 'vitest'
import { notificationKinds, type NotificationParams } from '@samtur/contract/notifications'
import { availableLanguages } from '@samtur/i18n/translate'
import { createTranslators } from '../../composition/mailing.ts'
import { writeNotification } from './rules-texts.ts'

const params: NotificationParams = {
  name: 'Ola',
  from: 'Oslo',
  to: 'Bergen',
  departure_time: '2026-11-28T07:00:00Z',
  old_departure_time: '2026-11-28T06:00:00Z',
  seats: 2,
  rating: 9,
  subject: 'Hvor er turen?',
}

const variants: NotificationParams[] = [
  params,
  { ...params, confirm: true },
  { ...params, ended: true },
  { ...params, meeting_point: 'Oslo S' },
  { ...params, decision: 'dismissed' },
  ...(['comment', 'message', 'ride', 'picture'] as const).map((content) => ({ ...params, content })),
  {},
]

test.each(availableLanguages)('every kind has its own text in %s', async (language) => {
  const t = (await createTranslators())[language]
  if (!t) throw new Error('no texts')
  const seen = new Set<string>()
  for (const kind of notificationKinds) {
    for (const variant of variants) {
      const { subject, text, next = 'nothing', button } = writeNotification(t, language, { kind, params: variant })
      const words = [subject, text, next, button].join(' ')
      // A missing text would show its id, a missing value a hole.
      expect(words).not.toMatch(/mails\.|undefined|NaN|\{/)
      expect(subject && text && next && button).toBeTruthy()
    }
    seen.add(writeNotification(t, language, { kind, params }).text)
  }
  expect(seen.size).toBe(notificationKinds.length)
})

test('the texts in Norwegian are exact', async () => {
  const t = (await createTranslators())['no']
  if (!t) throw new Error('no texts')
  const said = (kind: (typeof notificationKinds)[number], changes: NotificationParams = {}) => {
    const { subject, text } = writeNotification(t, 'no', { kind, params: { ...params, ...changes } })
    return [subject, text]
  }
  expect(said('request_received', { seats: 1 })).toEqual([
    'Ola vil være med: Oslo – Bergen',
    'Ola har sendt deg en forespørsel om én plass fra Oslo til Bergen, lørdag 28. november 2026 kl. 08:00.',
  ])
  expect(said('trip_tomorrow', { meeting_point: 'Oslo S' })[1]).toMatch(/^Du er med på turen .*\. Møtested: Oslo S\.$/)
  expect(said('request_received', { meeting_point: 'Oslo S' })[1]).not.toContain('Oslo S')
  expect(said('rating_received')[0]).toBe('Du har fått en vurdering')
  expect(said('support_replied')).toEqual(['Kundeservice har svart deg', 'Du har fått svar om «Hvor er turen?».'])
  expect(said('report_decided', { decision: 'resolved' })[1]).toMatch(/gjort noe med den/)
  expect(said('report_decided', { decision: 'dismissed' })[1]).toMatch(/ikke gjør mer/)
  expect(said('content_hidden', { content: 'ride' })[1]).toMatch(/skjult en tur/)
  expect(said('content_shown', { content: 'message' })[1]).toMatch(/melding du har skrevet/)
  expect(said('ride_changed', { confirm: true })).toEqual([
    'Passer det fortsatt? Oslo – Bergen',
    'Ola har flyttet avreisen. Turen går nå fra Oslo til Bergen, lørdag 28. november 2026 kl. 08:00. ' +
      'Før var det lørdag 28. november 2026 kl. 07:00.',
  ])
})

test('the texts in Norwegian name what is known, and leave out what is not', async () => {
  const t = (await createTranslators())['no']
  if (!t) throw new Error('no texts')
  const written = (kind: (typeof notificationKinds)[number], changes: NotificationParams = {}, has_phone?: boolean) =>
    writeNotification(t, 'no', { kind, params: changes, ...(has_phone !== undefined && { has_phone }) })
  const route = { from: 'Oslo', to: 'Bergen' }
  const dated = { ...route, departure_time: '2026-11-28T07:00:00Z' }
  expect(written('message_received').text).toMatch(/^Noen har skrevet/)
  expect(written('message_received', { name: 'Ola' }).text).toMatch(/^Ola har skrevet/)
  expect(written('ride_changed', route).text).toBe('Noen har gjort endringer på turen fra Oslo til Bergen.')
  expect(written('ride_changed', { ...dated, old_departure_time: dated.departure_time }).text).toBe(
    'Noen har gjort endringer på turen fra Oslo til Bergen, lørdag 28. november 2026 kl. 08:00.',
  )
  expect(written('ride_changed', { ...route, old_departure_time: dated.departure_time }).text).toBe(
    'Noen har gjort endringer på turen fra Oslo til Bergen.',
  )
  expect(written('ride_changed', route).next).toBe('Du trenger ikke å gjøre noe hvis det fortsatt passer.')
  expect(written('ride_changed', { ...route, ended: true }).subject).toBe('Ruten er endret: Oslo – Bergen')
  expect(written('reservation_withdrawn').next).toMatch(/^Det gjaldt én plass\./)
  expect(written('reservation_withdrawn', { seats: 2 }).next).toMatch(/^Det gjaldt 2 plasser\./)
  expect(written('rating_received', { name: 'Ola' }).text).toMatch(/^Ola har vurdert deg/)
  expect(written('rating_received', { name: 'Ola', rating: 9 }).text).toMatch(/^Ola har gitt deg 9 av 10/)
  expect(written('new_device').text).toMatch(/ikke har sett før\.$/)
  expect(written('new_device', { device: 'Firefox, Linux' }).text).toMatch(/: Firefox, Linux\.$/)
  expect(written('request_accepted', {}, true).next).toMatch(/telefonnummer og bil/)
  expect(written('request_accepted', {}, false).next).toMatch(/ikke lagt inn telefonnummer/)
  expect(written('request_accepted').next).toMatch(/ikke lagt inn telefonnummer/)
  expect(written('request_accepted', { name: 'Ola' }).text).toMatch(/^Ola har godtatt/)
  expect(written('request_accepted', { name: 'Ola', instant: true }).text).toMatch(/^Du har fått .* Sjåføren er Ola\.$/)
  expect(written('content_hidden').text).toBe(written('content_hidden', { content: 'comment' }).text)
  expect(written('content_shown').text).toBe(written('content_shown', { content: 'comment' }).text)
  for (const content of ['message', 'ride', 'picture'] as const)
    expect(written('content_hidden', { content }).text).not.toBe(written('content_hidden').text)
  for (const content of ['message', 'ride'] as const)
    expect(written('content_shown', { content }).text).not.toBe(written('content_shown').text)
})

test('a button leads to a search where the trip is lost, and to the contact form after a decision on a report', async () => {
  const t = (await createTranslators())['en']
  if (!t) throw new Error('no texts')
  const leading = (target: string) =>
    notificationKinds.filter((kind) => writeNotification(t, 'en', { kind, params }).leadsTo === target)
  expect(leading('search').toSorted()).toEqual([
    'driver_unavailable',
    'passenger_removed',
    'request_expired',
    'request_rejected',
    'ride_cancelled',
    'seat_lapsed',
    'seats_gone',
    'waiting_ended',
  ])
  expect(leading('contact')).toEqual(['report_decided'])
  expect(writeNotification(t, 'en', { kind: 'ride_changed', params: { ...params, ended: true } }).leadsTo).toBe(
    'search',
  )
})

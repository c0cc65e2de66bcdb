/** The texts of every kind of notification: complete in every language, and without stray values. */
import { expect, test } from 'vitest'
import { notificationKinds, type NotificationParams } from '@samtur/contract/notifications'
import { availableLanguages } from '@samtur/i18n/translate'
import { createTranslators } from '../../mailing.ts'
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
      const { subject, text, next = '', button } = writeNotification(t, language, { kind, params: variant })
      const words = [subject, text, next, button].join(' ')
      // A missing text would show its id, a missing value a hole.
      expect(words).not.toMatch(/mails\.|undefined|NaN|\{/)
      expect(subject && text && button).toBeTruthy()
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

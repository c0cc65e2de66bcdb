/** Bad input: profiles, ratings, replies and reports. */
import { randomUUID } from 'node:crypto'
import { ok, refused, rows, signUp, wrong, type Case, type Expected, type Dataset } from './cases.ts'

const profile =
  (name: string) =>
  (value: unknown, { passenger }: Dataset) => ({
    method: 'PATCH',
    path: '/api/v1/me/profile',
    as: passenger,
    body: { [name]: value },
  })
const rate = (body: object, { departed, passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/reservations/${departed}/rating`,
  as: passenger,
  body,
})

const phone = (text: string, stored: string): [string, Expected] => [text, ok({ phone: stored }, 200)]

const phones: Case[] = rows(profile('phone'), [
  ['PH1', 'Norwegian with spaces', ...phone('+47 912 34 567', '+4791234567')],
  ['PH2', 'brackets and hyphens', ...phone('+47 (912) 34-567', '+4791234567')],
  ['PH3', 'with 00', ...phone('004791234567', '+4791234567')],
  ['PH4', 'Danish', ...phone('+45 12 34 56 78', '+4512345678')],
  ['PH5', 'Swedish', ...phone('+46 70 123 45 67', '+46701234567')],
  ['PH18', 'a zero in brackets', ...phone('+46 (0)70-123 45 67', '+46701234567')],
  ['PH19', 'direction marks', ...phone('\u202a+47 912 34 567\u202c', '+4791234567')],
  ['PH20', 'dashes and slashes', ...phone('+47 912–34/567', '+4791234567')],
  ['PH21', 'a zero behind the country code', '+46 070 123 45 67', wrong('phone', 'invalid')],
  ['PH6', 'seven digits', '+4712345', wrong('phone', 'invalid')],
  ['PH7', 'sixteen digits', '+4712345678901234', wrong('phone', 'invalid')],
  ['PH8', 'without country', '91234567', wrong('phone', 'invalid')],
  ['PH9', 'an address', 'tel:+4791234567;ext=1', wrong('phone', 'invalid')],
  ['PH10', 'empty', '', ok({ phone: null }, 200)],
  ['PH11', 'markup', '<img onerror>', wrong('phone', 'invalid')],
  ['PH12', 'null', null, ok({ phone: null }, 200)],
  ['PH13', 'a formula', '=+4791234567', wrong('phone', 'invalid')],
  ['PH14', 'a number', 4791234567, wrong('phone', 'invalid')],
  ['PH15', 'Arabic-Indic digits', '+٤٧٩١٢٣٤٥٦٧', wrong('phone', 'invalid')],
  ['PH16', 'a country that begins with 0', '+0791234567', wrong('phone', 'invalid')],
  ['PH17', 'two plus signs', '++4791234567', wrong('phone', 'invalid')],
])

const names: Case[] = [
  ...rows(profile('full_name'), [
    ['NM1', 'empty', '', wrong('full_name', 'required')],
    ['NM1b', 'spaces', '   ', wrong('full_name', 'required')],
    ['NM2', 'null', null, wrong('full_name', 'required')],
    ['NM3', '100 characters', 'x'.repeat(100), ok({ full_name: 'x'.repeat(100) }, 200)],
    ['NM3b', '101 characters', 'x'.repeat(101), wrong('full_name', 'too_long')],
    ['NM4', '100 emoji', '🦊'.repeat(100), ok({ full_name: '🦊'.repeat(100) }, 200)],
    ['NM5', 'templates', '{{7*7}} ${7*7} #{7*7}', ok({ full_name: '{{7*7}} ${7*7} #{7*7}' }, 200)],
    ['NM6', 'markup', '<img src=x onerror=alert(1)>', ok({ full_name: '<img src=x onerror=alert(1)>' }, 200)],
    ['NM7', 'Admin', 'Admin', wrong('full_name', 'reserved_name')],
    ['NM7b', 'the brand with a Cyrillic character', 'Sаmtur', wrong('full_name', 'reserved_name')],
    ['NM7c', 'Støtte in capitals', 'STØTTE', wrong('full_name', 'reserved_name')],
    ['NM8', 'a name that contains one', 'Kari Adminsen', ok({ full_name: 'Kari Adminsen' }, 200)],
    ['NM9', 'only joiners', '\u200d\u200d', wrong('full_name', 'invalid_characters')],
    ['NM9b', 'only blank characters', '\u3164\u3164', wrong('full_name', 'invalid_characters')],
    ['NM10', 'only empty Braille', '\u2800', wrong('full_name', 'required')],
    ['NM11', 'a zero-width character at the end', 'Ola\u200b', wrong('full_name', 'invalid_characters')],
    ['NM12', 'a soft hyphen', 'O\u00adla', wrong('full_name', 'invalid_characters')],
    ['NM13', 'a header', 'Ola\r\nSubject: x', wrong('full_name', 'invalid_characters')],
    ['NM18', 'a link', 'Vinn på https://x.no', wrong('full_name', 'more_than_a_name')],
    ['NM18b', 'a site', 'Vinn på x.no', wrong('full_name', 'more_than_a_name')],
    ['NM18c', 'www', 'Vinn www.x', wrong('full_name', 'more_than_a_name')],
    ['NM18d', 'a slash', 'Kari/Ola', wrong('full_name', 'more_than_a_name')],
    ['NM18e', 'a phone number', 'Ring 912 34 567', wrong('full_name', 'more_than_a_name')],
    ['NM19', 'initials', 'J. R. R. Tolkien', ok({ full_name: 'J. R. R. Tolkien' }, 200)],
    ['NM19b', 'one letter', 'Å', ok({ full_name: 'Å' }, 200)],
    ['NM20', 'a service that confirms names', 'Vipps Support', wrong('full_name', 'reserved_name')],
    ['NM21', 'nine marks on a letter', `a${'\u0316'.repeat(9)}`, wrong('full_name', 'invalid_characters')],
    ['NM14', 'another script', 'أحمد 李 Ørjan', ok({ full_name: 'أحمد 李 Ørjan' }, 200)],
  ]),
  ...rows(
    (changes: object) => signUp(changes),
    [
      ['NM15', 'sign-up without a name', { name: ' ' }, wrong('name', 'required')],
      ['NM22', 'sign-up with a site', { name: 'Vinn på x.no' }, wrong('name', 'more_than_a_name')],
      ['NM23', 'sign-up as a service', { name: 'MitlD kontroll' }, wrong('name', 'reserved_name')],
      ['NM16', 'sign-up as Administrator', { name: 'Administrator' }, wrong('name', 'reserved_name')],
      [
        'NM17',
        'sign-up with a header in the name',
        { name: 'Ola\r\nBcc: x@example.com' },
        wrong('name', 'invalid_characters'),
      ],
    ],
  ),
  ...rows(profile('gender'), [
    ['GE1', 'male', 'male', wrong('gender', 'invalid')],
    ['GE2', 'empty', '', ok({ gender: null }, 200)],
    ['GE3', 'one of the four', 'ønsker_ikke_oppgi', ok({ gender: 'ønsker_ikke_oppgi' }, 200)],
    ['GE4', 'a space at the end', 'mann ', wrong('gender', 'invalid')],
  ]),
  ...rows(profile('age'), [
    ['AG1', 'empty', '', ok({ age: null }, 200)],
    ['AG2', 'null', null, ok({ age: null }, 200)],
    ['AG3', '18', 18, ok({ age: 18 }, 200)],
    ['AG3b', '100', 100, ok({ age: 100 }, 200)],
    ['AG4', '17', 17, wrong('age', 'out_of_range')],
    ['AG4b', '101', 101, wrong('age', 'out_of_range')],
    ['AG5', '18.5', 18.5, wrong('age', 'not_a_whole_number')],
    ['AG7', '−1', -1, wrong('age', 'out_of_range')],
    ['AG7b', '1e2 as text', '1e2', wrong('age', 'not_a_whole_number')],
    ['AG9', 'beyond all integers', 1e300, wrong('age', 'not_a_whole_number')],
  ]),
  ...rows(profile('address'), [
    ['AD1', '201 characters', 'x'.repeat(201), wrong('address', 'too_long')],
    ['AD2', 'empty', '', ok({ address: null }, 200)],
    ['AD3', 'a line break', 'Storgata 1\n0155 Oslo', wrong('address', 'invalid_characters')],
  ]),
  ...[
    'rating',
    'rating_count',
    'is_driver',
    'is_passenger',
    'email',
    'id',
    'role',
    'created_at',
    'picture_key',
    'profile_picture',
  ].flatMap((name) =>
    rows(profile(name), [[`PF ${name}`, 'only the server writes it', true, wrong(name, 'unknown_field')]]),
  ),
]

const ratings: Case[] = rows(rate, [
  ['RT1', 'missing', {}, wrong('rating', 'required')],
  ['RT2', '0', { rating: 0 }, wrong('rating', 'out_of_range')],
  ['RT3', '11', { rating: 11 }, wrong('rating', 'out_of_range')],
  ['RT4', '5.5', { rating: 5.5 }, wrong('rating', 'not_a_whole_number')],
  ['RT5', '9 as text', { rating: '9' }, wrong('rating', 'invalid')],
  ['RT6', 'another person as the rated one', { rating: 9, rated_id: randomUUID() }, wrong('rated_id', 'invalid')],
  ['RT7', 'another person as the rater', { rating: 9, rater_id: randomUUID() }, wrong('rater_id', 'invalid')],
  ['RT8', 'another ride', { rating: 9, ride_id: randomUUID() }, wrong('ride_id', 'invalid')],
  ['MS17', 'a comment of 1001', { rating: 9, comment: 'x'.repeat(1001) }, wrong('comment', 'too_long')],
  [
    'MS17b',
    'a comment with a null character',
    { rating: 9, comment: 'bra\u0000' },
    wrong('comment', 'invalid_characters'),
  ],
  [
    'MS17c',
    'a date of one’s own',
    { rating: 9, created_at: '2020-01-01T00:00:00Z' },
    wrong('created_at', 'unknown_field'),
  ],
])

const reply = (body: unknown, { driver }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/ratings/${randomUUID()}/reply`,
  as: driver,
  body,
})
const report = (body: unknown, { driver }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/ratings/${randomUUID()}/report`,
  as: driver,
  body,
})

const remarks: Case[] = [
  ...rows(reply, [
    ['RP1', 'missing', {}, wrong('text', 'required')],
    ['MS1 reply', 'spaces and line breaks', { text: ' \n\u200b ' }, wrong('text', 'required')],
    ['MS17 reply', '1001 characters', { text: 'x'.repeat(1001) }, wrong('text', 'too_long')],
    ['RP2', '1000 characters, for an unknown rating', { text: 'å'.repeat(1000) }, refused(404, 'not_found')],
    ['RP3', 'a null character', { text: 'takk\u0000' }, wrong('text', 'invalid_characters')],
    ['RP4', 'not a text', { text: ['takk'] }, wrong('text', 'invalid')],
    [
      'RP5',
      'another person as the rated one',
      { text: 'takk', rated_id: randomUUID() },
      wrong('rated_id', 'unknown_field'),
    ],
  ]),
  ...rows(report, [
    ['RR1', 'missing', {}, wrong('reason', 'required')],
    ['MS1 report', 'spaces', { reason: '   ' }, wrong('reason', 'required')],
    ['RR2', '2001 characters', { reason: 'x'.repeat(2001) }, wrong('reason', 'too_long')],
    [
      'MS15 report',
      'the own account',
      { reason: 'x', reported_id: randomUUID() },
      wrong('reported_id', 'unknown_field'),
    ],
    ['MS19 report', 'a status', { reason: 'x', status: 'resolved' }, wrong('status', 'unknown_field')],
    ['RR3', 'an unknown rating', { reason: 'x' }, refused(404, 'not_found')],
  ]),
]

export const peopleCases: Case[] = [...phones, ...names, ...ratings, ...remarks]

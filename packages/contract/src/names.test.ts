import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstName, isPersonName, isPointName, withoutLinks } from './names.ts'

const links = [
  'https://evil.example/x',
  'javascript://alert',
  'www.evil',
  'WWW.evil',
  'ｗｗｗ．evil',
  'evil.example',
  'EVIL.EXAMPLE',
  'evil。example',
  'evil．example',
  'ev\u200eil.exa\u200emple',
  'пример.рф',
  'xn--e1afmkfd.xn--p1ai',
  't.me',
  'x.com',
  'ola@evil',
  'mailto:x',
  'tel:1',
]
const numbers = [
  '91234567',
  '912 34 567',
  '+47 912 34 567',
  '(08) 123 45 67',
  '070-123 45 67',
  '9 1 2 3 4 5 6 7',
  '9.1.2.3.4.5.6.7',
  '９１２３４５６７',
  '٩١٢٣٤٥٦٧',
  '9\u20e31\u20e32\u20e33\u20e34\u20e35\u20e36\u20e37\u20e3',
  '912–34–567',
  '912/34/567',
  '9,1,2,3,4,5,6,7',
]

test.each([...links, ...numbers])('%j makes a text no name, wherever it stands', (part) => {
  for (const text of [part, `Kari ${part}`, `${part} Nordmann`, `Kari ${part} Nordmann`]) {
    expect(isPersonName(text), text).toBe(false)
    expect(isPointName(text), text).toBe(false)
  }
})

test.each(['Kari/Ola', 'Kari\\Ola', 'Kari ／ Ola', 'Kari⁄Ola', 'Kari∕Ola', 'Kari 12345', 'Kari 1 2 3 4 5', 'K@ri'])(
  '%j is no name of a person',
  (name) => expect(isPersonName(name)).toBe(false),
)

test.each([
  'O’Neill',
  "O'Neill",
  'Müller-Lüdenscheidt',
  'Þór',
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'Å',
  'X',
  '李',
  'محمد علي',
  'Анна-Мария Д’Арк',
  'Łukasz Wałęsa',
  'Kari Nordmann jr.',
  'Dr. Ola N.',
  'Ola 2',
  'Louis XIV',
  'Kari (Ola sin mor)',
  'Åse & Per',
  'Kari :-)',
  'Wwwilma',
])('%j is a name of a person', (name) => expect(isPersonName(name)).toBe(true))

test.each([
  '<b>Oslo S</b>',
  'Oslo S <',
  '＜b＞Oslo S',
  '[Oslo S](x)',
  '**Oslo S**',
  '`Oslo S`',
  'Oslo&nbsp;S',
  '&#60;b',
  '{{Oslo S}}',
  'Ring 07979',
  'Tlf. 2000',
])('%j is no name of a meeting point', (name) => expect(isPointName(name)).toBe(false))

test.each([
  'Oslo S',
  'Trondheim/Tråante',
  'Storgata 12, 0150 Oslo',
  '411 03 Göteborg, Nils Ericson-terminalen',
  'Ring 3, Ullevål stadion',
  'E6 avkjørsel 24',
  'Rute 350 / 351',
  'St. Hanshaugen',
  'P-plass 2–4',
  'McDonald’s & Circle K',
  'المحطة المركزية',
  '李 3',
  'Parkering 1000',
  'Hotel 1898',
])('%j is a name of a meeting point', (name) => expect(isPointName(name)).toBe(true))

test.each([...links, ...numbers])('%j is left out of a mail', (part) => {
  expect(withoutLinks(`Hvor er ${part} turen`)).toBe('Hvor er turen')
})

test.each(['Oslo S', 'Tur kl. 12 den 3.5', 'Oslo–Bergen: 2 plasser', 'أين رحلتي؟', 'A/B og C.', 'Per d.d'])(
  '%j stays in a mail',
  (text) => expect(withoutLinks(text)).toBe(text),
)

test('nothing that is left is a link', () => {
  const part = fc.oneof(fc.constantFrom(...links, ...numbers), fc.string({ unit: 'grapheme', maxLength: 5 }))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const left = withoutLinks(parts.join(' '))
      expect(left.split(' ').filter((word) => /:\/\/|www\.|\w\.\w{2}/.test(word))).toEqual([])
    }),
    { seed: 7, numRuns: 300 },
  )
})

test.each([
  ['Kari Nordmann', 'Kari'],
  ['Kari', 'Kari'],
  [' Kari\tAnne Nordmann', 'Kari'],
  ['Pia\u00a0N', 'Pia'],
  ['', ''],
])('the first name of %j is %j', (fullName, expected) => {
  expect(firstName(fullName)).toBe(expected)
})

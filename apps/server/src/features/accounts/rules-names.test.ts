import { describe, expect, test } from 'vitest'
import { between } from '../../../test/each-row.ts'
import { nameState, readFacts } from './rules-names.ts'

const today = '2026-11-25'
const official = { given_name: 'Ingrid Marie', family_name: 'Solberg', birthdate: '1990-05-17' }
const agrees = (name: string, claims: object) => readFacts({ ...claims }, name, today).names_agree
const adult = (birthdate: unknown) => readFacts({ ...official, birthdate }, 'Ingrid Solberg', today).is_adult

describe('the name of a profile', () => {
  test('may be a form of the official name', () => {
    const names =
      between(`Ingrid Marie Solberg | Ingrid Solberg | Marie Solberg | Marie Ingrid Solberg | Ingrid-Marie Solberg |
      Solberg Ingrid | INGRID SOLBERG |   ingrid   solberg  | Ingrid M. Solberg | I. Marie Solberg | Íngrid Sølberg`)
    expect([...names, '  ingrid   solberg '].filter((name) => !agrees(name, official))).toEqual([])
  })

  test('may not be another name, nor a form with anything else in it', () => {
    const names = between(`Kari Solberg | Ingrid Hansen | Ingrid | Solberg | Ingrid Marie | I. Solberg | I. M. S. |
      Ingrid K. Solberg | Ingrid Ingrid Solberg | Ingrid Solberg Hansen | Ingrid Solberg 😀 | 😀 😀 | Ingrid Solberg ✓ | Ingrid Solberg 2 |
      Ingrid Solberg (Vipps) | Ingrid, Solberg | I̷ngrid Solberg | Ingrіd Solberg | 𝐈𝐧𝐠𝐫𝐢𝐝 Solberg | <b>Ingrid</b> Solberg | Инґрід Солберг |
      Ingridsolberg`)
    expect([...names, ''].filter((name) => agrees(name, official) !== false)).toEqual([])
  })

  test.each([
    ['Bjørn Ågård', { given_name: 'Bjoern', family_name: 'Aagaard' }, true],
    ['Bjorn Agard', { given_name: 'Bjørn', family_name: 'Ågård' }, true],
    ['Sæther Åse', { given_name: 'Aase', family_name: 'Saether' }, true],
    ['Jürgen Müller', { given_name: 'Juergen', family_name: 'Mueller' }, true],
    ['Łukasz Wałęsa', { given_name: 'Lukasz', family_name: 'Walesa' }, true],
    ['Sinead O’Connor', { given_name: 'Sinéad', family_name: "O'Connor" }, true],
    ['Kari Mo', { given_name: 'Kari', family_name: 'Moe' }, false],
    ['Jan van der Berg', { given_name: 'Jan', family_name: 'van der Berg' }, true],
    ['María García', { given_name: 'María', family_name: 'García López' }, true],
    ['Anna Berg', { given_name: 'Anna', middle_name: 'Lund', family_name: 'Berg' }, true],
    ['Anna Lund Berg', { given_name: 'Anna', middle_name: 'Lund', family_name: 'Berg' }, true],
    ['محمد علي', { given_name: 'محمد', family_name: 'علي' }, true],
  ])('%j and the official name %j: %s', (name, claims, expected) => expect(agrees(name, claims)).toBe(expected))

  test.each([
    ['Vipps', { name: 'Ingrid Marie Solberg' }],
    ['BankID', { name: 'Solberg, Ingrid Marie' }],
    ['a broker of MitID', { 'mitid.identity_name': 'Ingrid Marie Solberg' }],
    ['another broker', { identityName: 'Ingrid Marie Solberg' }],
  ])('is compared with the one name that %s sends, whose family name is the last or before a comma', (_, claims) => {
    expect(agrees('Ingrid Solberg', claims)).toBe(true)
    expect(agrees('Ingrid Marie', claims)).toBe(false)
    expect(agrees('Kari Solberg', claims)).toBe(false)
  })

  test.each([{}, { name: '' }, { name: '  ' }, { name: 7 }, { name: ['Ingrid Solberg'] }, { name: 'x'.repeat(201) }])(
    'is compared with nothing where the claims are %j',
    (claims) => expect(agrees('Ingrid Solberg', claims)).toBeNull(),
  )
})

describe('the birth date', () => {
  test.each([
    ['2008-11-25', true],
    ['2008-11-26', false],
    ['2009-11-25', false],
    ['1926-01-01', true],
  ])('%s says 18 years on 25 November 2026: %s', (birthdate, expected) => expect(adult(birthdate)).toBe(expected))

  test('of 29 February says 18 on 1 March', () => {
    const on = (day: string) => readFacts({ birthdate: '2008-02-29' }, '', day).is_adult
    expect([on('2026-02-28'), on('2026-03-01')]).toEqual([false, true])
  })

  test.each([undefined, null, '', '1990', '0000-05-17', '1990-13-01', '1990-02-30', '17.05.1990', '2027-01-01', 1990])(
    '%j says nothing',
    (birthdate) => expect(adult(birthdate)).toBeNull(),
  )

  test.each(['birthdate', 'dateofbirth', 'date_of_birth', 'mitid.date_of_birth'])('is read from %s', (claim) =>
    expect(readFacts({ [claim]: '1990-05-17' }, '', today).is_adult).toBe(true),
  )
})

test.each([
  [undefined, 'open'],
  [{ names_agree: null, is_adult: null }, 'no_name'],
  [{ names_agree: true, is_adult: null }, 'no_age'],
  [{ names_agree: true, is_adult: false }, 'under_18'],
  [{ names_agree: false, is_adult: true }, 'names_differ'],
  [{ names_agree: true, is_adult: true }, 'confirmed'],
] as const)('%j is shown as %s', (facts, state) => expect(nameState(facts)).toBe(state))

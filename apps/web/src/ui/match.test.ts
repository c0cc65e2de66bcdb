import { expect, it } from 'vitest'
import { splitAtMatch } from './match.ts'

it.each([
  ['Tromsø', 'tromso', ['', 'Tromsø', '']],
  ['Göteborg', 'BORG', ['Göte', 'borg', '']],
  ['Ålesund', 'ale', ['', 'Åle', 'sund']],
  ['Oslo', ' os ', ['', 'Os', 'lo']],
  ['Oslo', '', ['Oslo', '', '']],
  ['Oslo', 'x', ['Oslo', '', '']],
  ['Łódź', 'łó', ['', 'Łó', 'dź']],
])('splits %s at %s', (label, typed, parts) => expect(splitAtMatch(label, typed)).toEqual(parts))

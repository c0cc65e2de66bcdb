import { csvColumns, type ListedPoint } from '@samtur/contract/meeting-points'
import { expect, test } from 'vitest'
import { cellsOf, readCsv, writeCsv } from './rules-csv.ts'

const point: ListedPoint = {
  id: '5a370000-0000-4000-8000-000000000001',
  place_id: 3143244,
  place: 'Oslo',
  name: 'Oslo S',
  kind: 'station',
  lat: 59.91,
  lon: 10.75,
  step_free: true,
  shelter: false,
  toilet: null,
  parking_hours: 0,
  source: 'Samtur',
  updated_at: '2027-06-15T10:00:00.000Z',
  retired_at: null,
}
const { place: _, updated_at: _1, retired_at: _2, ...read } = point
const header = csvColumns.join(',')
const line = 'NEW,3143244,Oslo,Oslo S,station,,,,,,,Samtur'.replace('NEW', '')

test('an exported file can be imported', () => {
  expect(readCsv(writeCsv([point]))).toEqual({ points: [{ ...read, line: 2 }] })
})

test.each(['=1+1', '+47', '-x', '@sum(a1)', '\u2013 =1', 'x;=1+1', '\uff1da'])('no cell is a formula: %s', (name) => {
  const rows = cellsOf(writeCsv([{ ...point, name, source: name }]))
  const cells = (Array.isArray(rows) && rows[1]?.cells) || []
  for (const cell of [cells[3], cells[11]]) expect(cell).not.toMatch(/(^|;)\s*[=+\-@\uff1d]/u)
})

test('a name that was marked in the export is the same after the import', () => {
  expect(readCsv(writeCsv([{ ...point, name: '-x' }]))).toMatchObject({ points: [{ name: '-x' }] })
})

test.each([
  [
    'semicolons and commas in numbers',
    `${header.replaceAll(',', ';')}\n;3143244;Oslo;X;other;59,91;10,75;yes;no;;12;Y`,
  ],
  ['line ends of another system', `${header}\r\n,3143244,Oslo,X,other,59.91,10.75,TRUE,false,,12,Y\r\n`],
  [
    'a mark at the start and empty lines',
    `\ufeff${header}\n\n,3143244,,X,other,59.91,10.75,yes,no,,12,Y\n,,,,,,,,,,,\n`,
  ],
  ['quoted cells', `${header}\n"","3143244","Oslo","X","other","59.91","10.75","yes","no","","12","Y"`],
])('a file with %s', (_case, csv) => {
  expect(readCsv(csv)).toMatchObject({
    points: [
      {
        id: null,
        name: 'X',
        kind: 'other',
        lat: 59.91,
        lon: 10.75,
        step_free: true,
        shelter: false,
        toilet: null,
        parking_hours: 12,
      },
    ],
  })
})

test.each([
  ['nothing in it', '', { code: 'invalid', line: 1 }],
  ['other columns', 'name,kind\nOslo S,station', { code: 'invalid', line: 1 }],
  ['columns in another order', `${csvColumns.toReversed().join(',')}\n${line}`, { code: 'invalid', line: 1 }],
  ['no rows', header, { code: 'required', line: 2 }],
  ['a quote that does not end', `${header}\n"x`, { code: 'invalid', line: 2 }],
  ['a cell too many', `${header}\n${line},x`, { code: 'invalid', line: 2 }],
  ['an id that is none', `${header}\n1${line}`, { code: 'invalid', line: 2, column: 'id' }],
  [
    'a kind that does not exist',
    `${header}\n${line.replace('station', 'pier')}`,
    { code: 'invalid', line: 2, column: 'kind' },
  ],
  ['no name', `${header}\n${line.replace('Oslo S', '')}`, { code: 'required', line: 2, column: 'name' }],
  ['a name of emoji', `${header}\n${line.replace('Oslo S', '🚗')}`, { code: 'invalid', line: 2, column: 'name' }],
  ['no place', `${header}\n${line.replace('3143244', '')}`, { code: 'required', line: 2, column: 'place_id' }],
  [
    'a text for a number',
    `${header}\n${line.replace('station,', 'station,north')}`,
    { code: 'invalid', line: 2, column: 'lat' },
  ],
  ['maybe', `${header}\n${line.replace(',Samtur', 'x,Samtur')}`, { code: 'invalid', line: 2, column: 'parking_hours' }],
  [
    'a wrong row after a line break in a cell',
    `${header}\n${line.replace('Samtur', '"a\nb"')}\nx`,
    { code: 'invalid_characters', line: 2, column: 'source' },
  ],
  ['301 rows', `${header}\n${`${line}\n`.repeat(301)}`, { code: 'too_many', line: 302 }],
])('a file with %s is refused', (_case, csv, problem) => {
  expect(readCsv(csv)).toEqual({ problem })
})

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
  ['semicolons and commas', `${header.replaceAll(',', ';')}\n;3143244;Oslo;X;other;59,91;10,75;yes;no;;12;Y`],
  ['line ends of another system', `${header}\r\n,3143244,Oslo,X,other,59.91,10.75,TRUE,false,,12,Y\r\n`],
  ['a mark and empty lines', `\ufeff${header}\n\n,3143244,,X,other,59.91,10.75,yes,no,,12,Y\n,,,,,,,,,,,\n`],
  ['quoted cells', `${header}\n"","3143244","Oslo","X","other","59.91","10.75","yes","no","","12","Y"`],
])('a file with %s', (_case, csv) => {
  const facts = { step_free: true, shelter: false, toilet: null, parking_hours: 12 }
  const expected = { id: null, name: 'X', kind: 'other', lat: 59.91, lon: 10.75, ...facts }
  expect(readCsv(csv)).toMatchObject({ points: [expected] })
})

const withRow = (text: string) => `${header}\n${text}`
const at = (line: number, column?: string, code = 'invalid') => ({ code, line, ...(column && { column }) })
test.each([
  ['nothing in it', '', at(1)],
  ['other columns', 'name,kind\nOslo S,station', at(1)],
  ['columns in another order', `${csvColumns.toReversed().join(',')}\n${line}`, at(1)],
  ['no rows', header, at(2, undefined, 'required')],
  ['a quote that does not end', withRow('"x'), at(2)],
  ['a cell too many', withRow(`${line},x`), at(2)],
  ['an id that is none', withRow(`1${line}`), at(2, 'id')],
  ['a kind that does not exist', withRow(line.replace('station', 'pier')), at(2, 'kind')],
  ['no name', withRow(line.replace('Oslo S', '')), at(2, 'name', 'required')],
  ['a name of emoji', withRow(line.replace('Oslo S', '🚗')), at(2, 'name')],
  ['no place', withRow(line.replace('3143244', '')), at(2, 'place_id', 'required')],
  ['a text for a number', withRow(line.replace('station,', 'station,north')), at(2, 'lat')],
  ['maybe', withRow(line.replace(',Samtur', 'x,Samtur')), at(2, 'parking_hours')],
  ['a line break in a cell', withRow(`${line.replace('Samtur', '"a\nb"')}\nx`), at(2, 'source', 'invalid_characters')],
  ['301 rows', withRow(`${line}\n`.repeat(301)), at(302, undefined, 'too_many')],
])('a file with %s is refused', (_case, csv, problem) => {
  expect(readCsv(csv)).toEqual({ problem })
})

/** Pure rules of the file of meeting points that administrators export, edit in a spreadsheet program and import. */
import { meetingPoints } from '@samtur/contract/constants'
import { csvLine, csvStart } from '@samtur/contract/csv'
import type { FieldCode } from '@samtur/contract/errors'
import { fieldErrors } from '@samtur/contract/field-errors'
import { isId } from '@samtur/contract/ids'
import { csvColumns, type ListedPoint, meetingPointBody, type NewMeetingPoint } from '@samtur/contract/meeting-points'

type Column = (typeof csvColumns)[number]

/** A row of the file: without an id it is a new point. */
export interface CsvPoint extends NewMeetingPoint {
  id: string | null
  /** The number of the row's line, for messages. */
  line: number
}

export interface CsvProblem {
  code: FieldCode
  /** Of the file, from 1. */
  line: number
  column?: string
}

/** Returns the file; no cell of it is a formula. */
export function writeCsv(points: readonly ListedPoint[]): string {
  const lines = points.map((point) => csvLine(csvColumns.map((column) => cellOf(point[column]))))
  return csvStart + csvLine(csvColumns) + lines.join('')
}

function cellOf(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? '' : String(value)
}

/** Returns the points of a file, or the first thing that is wrong with it. */
export function readCsv(text: string): { points: CsvPoint[] } | { problem: CsvProblem } {
  const rows = cellsOf(text)
  if (!Array.isArray(rows)) return { problem: { code: 'invalid', line: rows.line } }
  const [header, ...rest] = rows
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  if (names.join() !== csvColumns.join()) return { problem: { code: 'invalid', line: 1 } }
  if (rest.length === 0) return { problem: { code: 'required', line: 2 } }
  if (rest.length > meetingPoints.csvRows)
    return { problem: { code: 'too_many', line: rest[meetingPoints.csvRows]?.line ?? 1 } }
  const points: CsvPoint[] = []
  for (const row of rest) {
    const point = pointOf(row)
    if ('code' in point) return { problem: point }
    points.push(point)
  }
  return { points }
}

interface CsvRow {
  line: number
  cells: string[]
}

function pointOf({ line, cells }: CsvRow): CsvPoint | CsvProblem {
  if (cells.length !== csvColumns.length) return { code: 'invalid', line }
  const cell = (column: Column) => withoutMark(cells[csvColumns.indexOf(column)]?.trim() ?? '')
  const id = cell('id').toLowerCase()
  if (id !== '' && !isId(id)) return { code: 'invalid', line, column: 'id' }
  const parsed = meetingPointBody.safeParse({
    place_id: numberOf(cell('place_id')),
    name: cell('name'),
    kind: cell('kind'),
    lat: numberOf(cell('lat')),
    lon: numberOf(cell('lon')),
    step_free: booleanOf(cell('step_free')),
    shelter: booleanOf(cell('shelter')),
    toilet: booleanOf(cell('toilet')),
    parking_hours: numberOf(cell('parking_hours')),
    source: cell('source'),
  })
  if (parsed.success) return { ...parsed.data, id: id || null, line }
  const [column, code] = Object.entries(fieldErrors(parsed.error.issues))[0] ?? []
  return { code: code ?? 'invalid', line, ...(column !== undefined && { column }) }
}

/** Removes the apostrophe that the export puts before what would be a formula. */
const withoutMark = (cell: string) => cell.replace(/^'(?=[^\p{L}\p{N}])/u, '')

/** Returns null for an empty cell, and the text itself where it is no number, which the schema refuses. */
function numberOf(cell: string): number | string | null {
  if (cell === '') return null
  // Spreadsheet programs in the three countries write a comma.
  return /^-?\d{1,10}([.,]\d{1,20})?$/.test(cell) ? Number(cell.replace(',', '.')) : cell
}

function booleanOf(cell: string): boolean | string | null {
  const text = cell.toLowerCase()
  if (text === '') return null
  if (text === 'yes' || text === 'true') return true
  return text === 'no' || text === 'false' ? false : cell
}

/**
 * Returns the rows of a table by RFC 4180, without empty lines, or the first line that is none, such as one whose quote does not end. The
 * separator is a semicolon where the first line has one.
 */
export function cellsOf(text: string): CsvRow[] | Pick<CsvRow, 'line'> {
  const plain = text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  const separator = /^[^\n]*;/.test(plain) ? ';' : ','
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\n][^${separator}\\n]*|))(${separator}|\\n|$)`, 'y')
  const rows: CsvRow[] = []
  let line = 1
  while (cell.lastIndex < plain.length) {
    const row: CsvRow = { line, cells: [] }
    let end: string | undefined
    do {
      const found = cell.exec(plain)
      if (!found) return { line }
      const [whole, quoted, bare = ''] = found
      row.cells.push(quoted?.replaceAll('""', '"') ?? bare)
      end = found[3]
      line += whole.split('\n').length - 1
    } while (end === separator)
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row)
  }
  return rows
}

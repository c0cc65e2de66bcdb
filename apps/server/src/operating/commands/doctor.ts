/** `samtur doctor`: checks the settings and everything that they name. */
import { ConfigError, readConfig, retiredSetting } from '../../config.ts'
import { checkAddresses, checkClock, checkIdentityProviders, checkRouter } from '../doctor/addresses.ts'
import { checkDatabase } from '../doctor/database.ts'
import type { Check, Finding } from '../doctor/finding.ts'
import { checkReplicas } from '../doctor/replicas.ts'
import { checkBackups, checkDataFolder, checkSecret, checkStorage } from '../doctor/storage.ts'
import { checkMail, checkPush } from '../doctor/messages.ts'
import { within } from '../../platform/within.ts'

/** Name → check, in the order in which the findings are printed. */
const checks: Record<string, Check> = {
  'data folder': checkDataFolder,
  database: checkDatabase,
  replicas: checkReplicas,
  secret: checkSecret,
  mail: checkMail,
  pictures: checkStorage,
  'push messages': checkPush,
  addresses: checkAddresses,
  'sign-in services': checkIdentityProviders,
  'routing engine': checkRouter,
  clock: checkClock,
  backups: checkBackups,
}

/** Milliseconds for each check. */
const CHECK_MS = 20_000

/** Prints what was found, with what to do about it. Returns the exit code, 1 when there is a problem. */
export async function examine({ json = false }: { json?: boolean }): Promise<number> {
  const findings = await findAll()
  console.log(json ? JSON.stringify(findings, null, 2) : findings.map(describe).join('\n'))
  return findings.some(({ state }) => state === 'problem') ? 1 : 0
}

async function findAll(): Promise<Finding[]> {
  const settings = readSettings()
  if ('finding' in settings) return [settings.finding]
  const found: Finding[] = [{ check: 'settings', state: 'ok', found: 'every value can be used' }]
  const retired = retiredSetting()
  if (retired) found.push({ check: 'settings', state: 'warning', found: retired })
  for (const [name, check] of Object.entries(checks)) {
    try {
      const results = await within(CHECK_MS, Promise.resolve(check(settings.config)))
      found.push(...results.map((result) => ({ check: name, ...result })))
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error)
      found.push({ check: name, state: 'problem', found: reason })
    }
  }
  return found
}

function readSettings(): { config: ReturnType<typeof readConfig> } | { finding: Finding } {
  try {
    return { config: readConfig() }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'correct the variables; the README describes each'
    return { finding: { check: 'settings', state: 'problem', found: error.message, advice } }
  }
}

const NAME_WIDTH = 17

function describe({ check, state, found, advice }: Finding): string {
  const line = `${state.padEnd(8)} ${check.padEnd(NAME_WIDTH)} ${found}`
  return advice === undefined ? line : `${line}\n${' '.repeat(9)}${' '.repeat(NAME_WIDTH)} → ${advice}`
}

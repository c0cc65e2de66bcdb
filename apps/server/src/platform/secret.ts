/** The secret that signs session cookies: from the configuration, or made once and kept in the data folder. */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ConfigError, type Config } from '../config.ts'

const SHORTEST = 32

/** Returns the secret. Throws ConfigError where the configuration has to name one, or the file is damaged. */
export function findSecret(config: Pick<Config, 'secret' | 'publicUrl' | 'databaseUrl' | 'dataDir'>): string {
  if (config.secret) return config.secret
  if (config.publicUrl && config.databaseUrl) {
    throw new ConfigError(
      'The configuration is not usable:\n  SECRET: expected at least 32 characters, the same for all processes',
    )
  }
  const file = path.join(config.dataDir, 'secret')
  if (!fs.existsSync(file)) makeSecret(file)
  if (!fs.statSync(file).isFile()) throw new ConfigError(`${file} is not a file: move it away, or set SECRET`)
  const secret = fs.readFileSync(file, 'utf8').trim()
  // A short secret could be guessed, and would then sign sessions.
  if (secret.length < SHORTEST)
    throw new ConfigError(`${file} is damaged: remove it (everybody has to sign in again), or set SECRET`)
  return secret
}

/** Writes the file beside its place, makes it durable, then links it unless another process was first: no process reads half of it. */
function makeSecret(file: string) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  const handle = fs.openSync(draft, 'w', 0o600)
  fs.writeSync(handle, randomBytes(SHORTEST).toString('base64url'))
  fs.fsyncSync(handle)
  fs.closeSync(handle)
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** Returns the secret where there is one already. */
export function knownSecret(config: Pick<Config, 'secret' | 'dataDir'>): string | undefined {
  const file = path.join(config.dataDir, 'secret')
  return config.secret ?? (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined)
}

/** Returns a text that tells secrets apart and gives none away, because they are long and random. */
export const fingerprint = (secret: string): string =>
  createHash('sha256').update(`samtur secret ${secret}`).digest('base64url').slice(0, 16)

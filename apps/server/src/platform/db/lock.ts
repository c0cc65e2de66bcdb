/**
 * PGlite does not notice a second process on its folder, which silently destroys what the first one writes. So the folder has a lock file with the
 * owner's pid.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

export class DatabaseInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The database in ${folder} is in use by another process (pid ${pid}). Stop it first, give this one another DATA_DIR, ` +
        'or point both at a Postgres server with DATABASE_URL.',
    )
    this.name = 'DatabaseInUse'
  }
}

/** Takes the lock, also one left by a process that has ended, and returns the function that releases it. Throws DatabaseInUse. */
export function lockFolder(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'samtur.lock')
  const token = `${process.pid} ${processStart(process.pid)} ${randomUUID()}\n`
  take(file, token, folder)
  return () => {
    if (read(file) === token) fs.rmSync(file, { force: true })
  }
}

/** Returns the pid of the running process that holds the folder; undefined without one. */
export function holderOf(folder: string): number | undefined {
  const [pid = '', started = ''] = read(path.join(folder, 'samtur.lock'))?.trim().split(' ') ?? []
  return isAlive(Number(pid), started) ? Number(pid) : undefined
}

function take(file: string, token: string, folder: string) {
  while (!create(file, token)) {
    const held = read(file)
    if (held === undefined) continue
    const [pid = '', started = ''] = held.trim().split(' ')
    if (isAlive(Number(pid), started)) throw new DatabaseInUse(folder, Number(pid))
    // Several processes may find the stale lock at once, and a slow one must not remove the lock that another has put in its place. So only
    // the holder of a claim on exactly this stale lock removes it, after reading it again.
    const claim = `${file}.${createHash('sha256').update(held).digest('hex').slice(0, 16)}`
    take(claim, token, folder)
    if (read(file) === held) fs.rmSync(file, { force: true })
    fs.rmSync(claim, { force: true })
  }
}

/** Creates the file with its content in one step, so that no process reads half of it. Returns false when it exists. */
function create(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, content)
  try {
    fs.linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid: number, started: string) {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = processStart(pid)
  return started === UNKNOWN || now === UNKNOWN || now === started
}

const UNKNOWN = '-'

/** Returns the process's start time where the system has it (Linux), so that neither a reused pid nor a zombie process counts as the owner. */
function processStart(pid: number): string {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? 'dead' : (fields[19] ?? UNKNOWN)
  } catch {
    return UNKNOWN
  }
}

/** The data folder, the secret, the store of pictures and the backups. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { newestArchive } from '../backup/folder.ts'
import { folderProblem, judgeSpace, spaceOf } from '../data-folder.ts'
import { openStore } from '../../platform/files/files.ts'
import { findSecret, knownSecret } from '../../platform/secret.ts'
import { type Check, ok, problem, reasonOf, unused, warning } from './finding.ts'

const MB = 1e6

export const checkDataFolder: Check = async ({ dataDir }) => {
  const existing = nearestFolder(dataDir)
  try {
    fs.accessSync(existing, fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    return [
      problem(folderProblem(error) ?? reasonOf(error), `let the user of the server own ${dataDir}, or set DATA_DIR`),
    ]
  }
  const space = await spaceOf(existing)
  const { free } = space
  const text = `${dataDir}, ${free >= 10_000 * MB ? `${Math.round(free / 1e9)} GB` : `${Math.round(free / MB)} MB`} free`
  const advice = 'free space on the disk, or move DATA_DIR to a larger one'
  const judged = judgeSpace(space)
  if (judged === 'least') return [problem(text, advice)]
  return [
    judged === 'little' ? warning(text, advice) : ok(existing === dataDir ? text : `${text}; the start creates it`),
  ]
}

function nearestFolder(folder: string): string {
  return fs.existsSync(folder) || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder))
}

export const checkSecret: Check = (config) => {
  const needed = config.publicUrl !== undefined && config.databaseUrl !== undefined
  if (config.secret) return [ok('SECRET is set')]
  if (needed)
    return [
      problem(
        'SECRET is not set',
        'set it to the same value for all processes, for example of `openssl rand -base64 33`',
      ),
    ]
  if (knownSecret(config) === undefined) return [ok(`the start makes one in ${config.dataDir}`)]
  // Throws where the file is damaged; with a file it makes none.
  findSecret(config)
  return [ok(`kept in ${path.join(config.dataDir, 'secret')}; back it up`)]
}

export const checkStorage: Check = async (config) => {
  if (!config.storageUrl) return [unused(`kept in ${path.join(config.dataDir, 'files')}`)]
  const { host, pathname } = new URL(config.storageUrl)
  const where = `the bucket ${pathname.slice(1)} at ${host}`
  const store = await openStore(config)
  const name = `doctor/${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(32)
  try {
    await store.write(name, bytes)
    const read = await store.read(name)
    await store.remove(name)
    if (read && Buffer.compare(read, bytes) === 0) return [ok(`${where} writes, reads and removes`)]
    return [problem(`${where} returned other bytes than were written`, 'use another store')]
  } catch (error) {
    return [
      problem(
        `${where}: ${reasonOf(error)}`,
        'compare STORAGE_URL with the store: address, key, bucket and region; the key must be able to put, get and delete',
      ),
    ]
  }
}

export const checkBackups: Check = async ({ backup: { dir, everyHours } }) => {
  if (dir === undefined)
    return [warning('none are made', 'set BACKUP_DIR, best on another disk, or run `samtur backup` on a timetable')]
  const newest = await newestArchive(dir, new Date())
  if (!newest) return [warning(`none in ${dir} yet`, 'the server makes one soon after its start; look again then')]
  const hours = (Date.now() - newest.at.getTime()) / 3_600_000
  const text = `the newest in ${dir} is ${Math.floor(hours)} hours old`
  return [hours > everyHours + 1 ? problem(text, 'look for `backup` in the log of the server') : ok(text)]
}

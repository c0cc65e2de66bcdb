/** The data folder: its free space, and errors of the operating system that the operator has to resolve. */
import fs from 'node:fs/promises'
import { errorCode } from '../platform/db/error-code.ts'

const reasons: Record<string, string> = {
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'it cannot be written to',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EISDIR: 'it is a folder where a file is expected',
  ENOTDIR: 'it is a file where a folder is expected',
  EIO: 'the disk has failed',
}

const MB = 1e6
/** Free space below which writes may soon fail, and below which an operator should act. */
const LEAST_FREE = 200 * MB
const LITTLE_FREE = 1000 * MB

export interface Space {
  free: number
  total: number
}

/** Returns the bytes of the disk that has the folder. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await fs.statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Returns whether the space suffices. */
export function judgeSpace({ free }: Pick<Space, 'free'>): 'enough' | 'little' | 'least' {
  if (free < LEAST_FREE) return 'least'
  return free < LITTLE_FREE ? 'little' : 'enough'
}

/** Returns one sentence that names the path; undefined for other errors. */
export function folderProblem(error: unknown): string | undefined {
  const reason = reasons[errorCode(error)]
  const { path } = error as NodeJS.ErrnoException
  return reason && path ? `${path} cannot be used: ${reason} (${errorCode(error)}).` : undefined
}

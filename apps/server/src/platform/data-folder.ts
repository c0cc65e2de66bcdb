/** Errors of the operating system about the data folder, which the operator has to resolve. */
import { errorCode } from './db/error-code.ts'

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it cannot be written to',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EISDIR: 'it is a folder where a file is expected',
  ENOTDIR: 'it is a file where a folder is expected',
  EIO: 'the disk has failed',
}

/** Returns one sentence that names the path; undefined for other errors. */
export function folderProblem(error: unknown): string | undefined {
  const reason = reasons[errorCode(error)]
  const { path } = error as NodeJS.ErrnoException
  return reason && path ? `DATA_DIR cannot be used: ${path}: ${reason} (${errorCode(error)}).` : undefined
}

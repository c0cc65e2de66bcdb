/** Runs the command line as a process. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patient } from './patience.ts'
import { testSecret } from './sessions.ts'

const program = fileURLToPath(new URL('../src/samtur.ts', import.meta.url))

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Returns the exit code and the output of `samtur <args>`, which has no settings but those in `env`. */
export async function samtur(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const options = {
    env: { PATH: process.env['PATH'] ?? '', SECRET: testSecret, LOG_LEVEL: 'error', ...env },
    timeout: patient(120_000),
    maxBuffer: 1e7,
  }
  return promisify(execFile)(process.execPath, [program, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )
}

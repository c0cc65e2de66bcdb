/** Runs the command line as a process, or in this one. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { runCommandLine } from '../src/operating/commands/program.ts'
import { patient } from './patience.ts'
import { compileCache } from './server.ts'
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
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, SECRET: testSecret, LOG_LEVEL: 'error', ...env },
    timeout: patient(120_000),
    maxBuffer: 1e7,
  }
  return promisify(execFile)(process.execPath, [program, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )
}

/** The same without a process, for help and wrong arguments: nothing of a command runs. */
export async function samturHere(args: string[]): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text)
      return true
    }),
  )
  try {
    return { code: await runCommandLine(args), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

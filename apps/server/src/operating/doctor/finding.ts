/** What a check of `samtur doctor` finds. */
import type { Config } from '../../config.ts'

export interface Finding {
  check: string
  /** `warning`: works, but not as it should. `unused`: the settings do not name it. */
  state: 'ok' | 'warning' | 'problem' | 'unused'
  found: string
  /** What to do. */
  advice?: string
}

type Result = Omit<Finding, 'check'>

/** Changes nothing. What it throws is reported as a problem. */
export type Check = (config: Config) => Result[] | Promise<Result[]>

export const ok = (found: string): Result => ({ state: 'ok', found })
export const unused = (found: string): Result => ({ state: 'unused', found })
export const warning = (found: string, advice: string): Result => ({ state: 'warning', found, advice })
export const problem = (found: string, advice: string): Result => ({ state: 'problem', found, advice })

/** Returns the reason as one line, without the addresses and passwords of settings. */
export function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const deepest = cause instanceof Error ? cause : error
  const code = (deepest as NodeJS.ErrnoException).code
  const [line = ''] = (deepest instanceof Error ? deepest.message : String(deepest)).split('\n')
  return line || (code ?? 'no reason given')
}

// How the built server is started: decision 044 has what each choice saves.
import path from 'node:path'

/** The bundle of apps/server/src/main.ts. */
export const program = 'apps/server/dist/main.mjs'

export const flags = [
  // Megabytes of each half of the space for short-lived objects; by default the space grows to 60 MB.
  '--max-semi-space-size=4',
  // Functions of the embedded database are compiled a second time when they are used often, not during the start.
  '--wasm-tiering-budget=100000000',
]

export function serverEnvironment() {
  return {
    // Memory that one thread has freed is used again by the others.
    MALLOC_ARENA_MAX: '1',
    ...process.env,
    // Keeps compiled code, so that the second start is faster.
    NODE_COMPILE_CACHE: path.resolve('.cache/node'),
  }
}

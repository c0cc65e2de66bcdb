// How the built server is started: decision 044 has what each choice saves.
import path from 'node:path'
import { requiredMajor } from './process.mjs'

/** The bundle of apps/server/src/samtur.ts. */
export const program = 'apps/server/dist/samtur.mjs'

const knownFlags = [
  // Megabytes of each half of the space for short-lived objects; by default the space grows to 60 MB.
  '--max-semi-space-size=4',
  // Functions of the embedded database are compiled a second time when they are used often, not during the start.
  '--wasm-tiering-budget=100000000',
]

/** Returns the flags for a version of Node such as 26.10.0. A newer Node may have dropped them, and would not start with them. */
export function flagsFor(version) {
  return Number(version.split('.')[0]) > requiredMajor ? [] : knownFlags
}

export const flags = flagsFor(process.versions.node)

/** Variables that the process gets unless the operator has set them. */
export const presets = {
  // Memory that one thread has freed is used again by the others.
  MALLOC_ARENA_MAX: '1',
}

export function serverEnvironment() {
  return {
    ...presets,
    ...process.env,
    // Keeps compiled code, so that the second start is faster.
    NODE_COMPILE_CACHE: path.resolve('.cache/node'),
  }
}

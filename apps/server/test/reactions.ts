import type { Reactions } from '../src/platform/reactions.ts'

/** For tests of one slice: no other slice reacts. */
export const noReactions: Reactions = { run: () => Promise.resolve([]) }

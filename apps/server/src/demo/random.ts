/** A small seeded generator (mulberry32): the same seed gives the same demo. Each subject has its own seed. */

export interface Random {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks an item in proportion to the weights. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T
  shuffled<T>(items: readonly T[]): T[]
}

export function createRandom(seed: string): Random {
  const next = mulberry32(hashOf(seed))
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]) => itemAt(items, int(0, items.length - 1))
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted(items, weightOf) {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0)
      return items.find((item) => (left -= weightOf(item)) < 0) ?? itemAt(items, items.length - 1)
    },
    shuffled(items) {
      const keyed = items.map((item) => ({ item, key: next() }))
      return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
    },
  }
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

function mulberry32(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns an FNV-1a hash. */
function hashOf(text: string) {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Locks by name, for what must not change while a response is awaited. */
export class KeyLocks {
  readonly #held = new Map<string, Promise<void>>()

  /** Locks the names in order; computes them again once it has them, because they may have changed. Returns the release. */
  async take(names: () => string[]): Promise<() => void> {
    for (;;) {
      const needed = names()
      const releases: (() => void)[] = []
      for (const name of needed) releases.push(await this.#takeOne(name))
      const release = () => releases.forEach((free) => free())
      if (names().every((name) => needed.includes(name))) return release
      release()
    }
  }

  async #takeOne(name: string): Promise<() => void> {
    for (let before = this.#held.get(name); before; before = this.#held.get(name)) await before
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.set(name, promise)
    return () => {
      this.#held.delete(name)
      resolve()
    }
  }
}

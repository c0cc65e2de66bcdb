/** Locks by name, for what must not change while an answer is awaited. */
export class KeyLocks {
  readonly #held = new Map<string, Promise<void>>()

  /** Takes the names in their order; asks again once it has them, because what is to be locked may have changed. Answers the release. */
  async take(names: () => string[]): Promise<() => void> {
    for (;;) {
      const wanted = names()
      const releases: (() => void)[] = []
      for (const name of wanted) releases.push(await this.#takeOne(name))
      const release = () => releases.forEach((free) => free())
      if (names().every((name) => wanted.includes(name))) return release
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

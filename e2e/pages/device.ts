/** What a site has stored on a person's device, and the network between browser and server. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { builtPages } from '../server.ts'
import { noConnection } from '../watch.ts'

/** Returns the built file of a module, by its path below apps/web. */
export function builtFile(module: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(builtPages, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string } | undefined
  >
  const file = manifest[module]?.file
  if (!file) throw new Error(`no chunk of ${module}`)
  return `/${file}`
}

export class Device {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  /** Returns which of these texts are stored anywhere: in caches, databases or storages. */
  async found(texts: readonly string[]): Promise<string[]> {
    const stored = await this.#stored()
    return texts.filter((text) => stored.includes(text))
  }

  async #stored(): Promise<string> {
    return this.#person.page.evaluate(async () => {
      const texts: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        const kept = await Promise.all(
          (await cache.keys()).map(async (request) => (await cache.match(request))?.text()),
        )
        texts.push(name, ...kept)
      }
      const ended = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('refused'))
        })
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await ended(indexedDB.open(name))
        for (const store of database.objectStoreNames)
          texts.push(name, store, await ended(database.transaction(store).objectStore(store).getAll()))
        database.close()
      }
      return JSON.stringify(texts)
    })
  }

  /** Waits until the worker has cached these modules and the device knows who is signed in. */
  async ready(...modules: string[]) {
    const { page, name } = this.#person
    const files = modules.map(builtFile)
    await expect
      .poll(
        async () =>
          page.evaluate(
            async (paths) => (await Promise.all(paths.map((file) => caches.match(file)))).every(Boolean),
            files,
          ),
        { timeout: patient(20_000) },
      )
      .toBe(true)
    await this.holds(name)
  }

  async holds(text: string) {
    await expect.poll(() => this.found([text])).toEqual([text])
  }

  async goOffline() {
    this.#person.watch.allow(noConnection)
    await this.#person.context.setOffline(true)
  }

  async goOnline() {
    await this.#person.context.setOffline(false)
  }
}

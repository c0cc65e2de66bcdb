/** Tests what the other browser tests rely on when they end while the browser still works. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Response } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test(
  'a response that is still arriving when the test ends is read before the browser closes',
  { tag: '@main' },
  async ({ newPerson }) => {
    const rest = Promise.withResolvers<void>()
    const slow = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' }).write('first ')
      void rest.promise.then(() => response.end('last'))
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
    const visitor = await newPerson('no')
    const { page, watch } = visitor
    watch.allow(/127\.0\.0\.1/)
    const read = watch.read((response: Response) => (response.url() === url ? response.text() : undefined))
    await page.goto(url, { waitUntil: 'commit' })
    const closed = visitor.close()
    rest.resolve()
    await closed
    expect(await read()).toEqual(['first last'])
    await new Promise((resolve) => slow.close(resolve))
  },
)

test(
  'a request that is answered after the browser has closed is no failure',
  { tag: '@main' },
  async ({ newPerson, server }) => {
    const visitor = await newPerson('no')
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await visitor.page.route('**/robots.txt', async (route) => {
      asked.resolve()
      await closed.promise
      await route.fulfill({ body: '' }).finally(() => answered.resolve())
    })
    await visitor.open('/terms')
    await visitor.page.evaluate((address) => void fetch(address).catch(() => {}), `${server.url}/robots.txt`)
    await asked.promise
    await visitor.close()
    closed.resolve()
    await answered.promise
  },
)

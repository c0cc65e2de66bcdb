/** Images in a conversation: sent, opened, private to the two people, and not lost on a bad connection. */
import fs from 'node:fs'
import path from 'node:path'
import type { CDPSession, Route } from '@playwright/test'
import { cameraPhoto } from '../../apps/server/test/images/photos.ts'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { noConnection } from '../watch.ts'

const mebibyte = 1024 * 1024
/** The first picture of a server starts the process that converts pictures. */
const packing = { timeout: patient(20_000) }

/** Makes a photo on the device; returns its path. */
async function photo(width: number, height: number): Promise<string> {
  const file = test.info().outputPath('IMG_0042.jpg')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, await cameraPhoto({ width, height }))
  return file
}

/** Slows down the page's uploads from now on. */
async function slowNet({ context, page }: Person): Promise<CDPSession> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const net = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200 * 1024 }
  await session.send('Network.emulateNetworkConditions', net)
  return session
}

/** Holds back the next image that the page sends, until the route continues. */
async function heldImage({ page }: Person): Promise<Route> {
  const { promise, resolve } = Promise.withResolvers<Route>()
  await page.route('**/images?*', resolve, { times: 1 })
  return promise
}

test('a large photo is scaled down, sent with its progress, and opens in full by keyboard', async ({
  pair: { ingrid, kari },
}) => {
  const large = await photo(2600, 1700)
  expect(fs.statSync(large).size).toBeGreaterThan(5 * mebibyte)
  await kari.chat.openWith(ingrid)
  await ingrid.chat.openWith(kari)
  const net = await slowNet(kari)
  const sending = kari.page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/images'),
  )
  await kari.chat.sendImage(large)
  await sending
  await expect(kari.chat.progress).toHaveAttribute('aria-valuenow', /^([1-9]|[1-9]\d)$/, packing)
  await kari.chat.attach.press('Enter')
  await kari.expectToast(kari.t('chat.image_wait'))
  await kari.chat.say(ingrid.name, 'Here is the bicycle.')
  await net.detach()
  await expect(kari.chat.progress).toHaveCount(0, packing)
  await kari.expectToast(kari.t('chat.image_sent'))

  await expect(ingrid.chat.imagesFrom(kari.name)).toHaveCount(1)
  const address = await ingrid.chat.imageAddress(kari.name)
  const shown = await ingrid.chat
    .imagesFrom(kari.name)
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  // The photo was stored rotated.
  expect(shown).toEqual([1255, 1920])
  const file = await (await ingrid.context.request.get(address)).body()
  expect(file.length).toBeLessThanOrEqual(5 * mebibyte)
  await expect(ingrid.chat.conversation(kari.name)).toContainText(ingrid.t('chat.image'))

  const { page } = ingrid
  const image = page.getByRole('button', { name: `Bilde fra ${kari.name}` })
  await image.focus()
  await page.keyboard.press('Enter')
  const viewer = ingrid.chat.viewer(kari.name)
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(viewer.getByRole('button', { name: ingrid.t('chat.image_full') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(viewer.getByRole('img')).toHaveJSProperty('width', 1255)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(image).toBeFocused()
})

test('an image whose upload is cut off is kept and sent once, and can be taken back on both sides', async ({
  pair: { ingrid, kari },
}) => {
  const file = await photo(1600, 1000)
  await kari.chat.openWith(ingrid)
  await ingrid.chat.openWith(kari)
  await kari.chat.say(ingrid.name, 'Now the photo')
  kari.watch.allow(noConnection)
  const held = heldImage(kari)
  await kari.chat.sendImage(file)
  const upload = await held
  await expect(kari.chat.progress).toBeVisible()
  await kari.context.setOffline(true)
  await upload.abort('internetdisconnected')
  await kari.expectToast(new RegExp(kari.t('chat.image_failed')))
  await expect(kari.chat.unsent).toBeVisible()
  await expect(kari.chat.ownImages).toHaveCount(0)
  await expect(kari.page.getByText(kari.t('core.offline'))).toBeVisible()

  await kari.context.setOffline(false)
  await expect(kari.chat.disconnected).toHaveCount(0, { timeout: patient(12_000) })
  await kari.page.getByRole('button', { name: kari.t('core.retry') }).click()
  await kari.expectToast(kari.t('chat.image_sent'))
  await expect(kari.chat.unsent).toHaveCount(0)
  await expect(ingrid.chat.imagesFrom(kari.name)).toHaveCount(1, packing)
  for (const [one, other] of [
    [kari, ingrid],
    [ingrid, kari],
  ] as const) {
    await expect(one.chat.messages(other.name)).toHaveCount(2)
    await one.page.reload()
    await expect(one.chat.messages(other.name)).toHaveCount(2)
  }

  const address = await ingrid.chat.imageAddress(kari.name)
  await kari.chat.takeBack()
  for (const person of [kari, ingrid]) {
    await expect(person.page.getByRole('log')).toContainText(person.t('chat.taken_back'))
    await expect(person.chat.conversation(person === kari ? ingrid.name : kari.name)).toContainText(
      person.t('chat.taken_back'),
    )
  }
  await expect(kari.page.getByRole('log')).toBeFocused()
  await expect(ingrid.chat.imagesFrom(kari.name)).toHaveCount(0)
  expect((await ingrid.context.request.get(address)).status()).toBe(404)
})

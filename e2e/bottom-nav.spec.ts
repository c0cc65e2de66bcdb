/** The links at the bottom of a phone: their size, where they are, and that they and other floating parts cover nothing. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { stillTest as test } from './actors.ts'

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 900 }

test('on a phone five links of a thumb’s size are in reach, and cover nothing', async ({ newPerson, dataset }) => {
  const driver = await newPerson('no', { member: dataset.driver, viewport: phone })
  const { page, nav } = driver
  for (const path of ['/', '/search', '/my-rides', '/profile', '/chat']) {
    await driver.open(path)
    await expect(nav.bottom.getByRole('link')).toHaveCount(5)
    const {
      top = 0,
      bottom,
      links,
    } = await page.evaluate(() => {
      const bar = document.querySelector('.bottom-nav')
      const boxes = [...(bar?.querySelectorAll('a') ?? [])].map((link) => link.getBoundingClientRect())
      const box = bar?.getBoundingClientRect()
      return { top: box?.top, bottom: box?.bottom, links: boxes.map(({ width, height }) => Math.min(width, height)) }
    })
    expect.soft([Math.round(bottom ?? 0), Math.round(phone.height - top)], path).toEqual([740, 65])
    expect.soft(Math.min(...links), path).toBeGreaterThanOrEqual(44)
    // At the end of the page everything stands above it.
    const end = page.getByRole('contentinfo').getByText('© 2024')
    const reach = async () => {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      const box = await end.boundingBox()
      return box ? box.y + box.height : Number.NaN
    }
    await expect.poll(reach, { message: path }).toBeLessThanOrEqual(top)
  }
  // Members do not scroll past most of a screen of links.
  expect((await page.getByRole('contentinfo').boundingBox())?.height).toBeLessThanOrEqual(64 + 200)
})

test('a page with a bar of its own, and a window that the keyboard leaves low, have no such links', async ({
  newPerson,
  dataset,
}) => {
  const passenger = await newPerson('no', { member: dataset.passenger, viewport: phone })
  const { page, nav, chat } = passenger
  await passenger.open(`/rides/${dataset.openRide}`)
  await expect(passenger.rides.reserve().last()).toBeVisible()
  await expect(nav.bottom).toBeHidden()
  await passenger.open('/publish-ride')
  await expect(nav.bottom).toBeHidden()
  await passenger.open('/chat')
  await expect(nav.bottom).toBeVisible()
  await page.goto(`/chat?chat=${dataset.chat}`)
  await expect(chat.input(dataset.driver.name)).toBeVisible()
  await expect(nav.bottom).toBeHidden()
  await passenger.open('/search')
  await expect(nav.bottom).toBeVisible()
  await page.setViewportSize({ ...phone, height: 400 })
  await expect(nav.bottom).toBeHidden()
  await page.setViewportSize(desktop)
  await expect(nav.bottom).toBeHidden()
})

for (const viewport of [phone, desktop])
  test(`nothing floats over a control at ${viewport.width} px`, async ({ newPerson, dataset }) => {
    const driver = await newPerson('no', { member: dataset.driver, viewport })
    const { page } = driver
    for (const path of [
      '/',
      '/search?sort=departure',
      `/rides/${dataset.openRide}`,
      '/my-rides?tab=rides',
      '/reservations',
      '/profile',
      '/publish-ride',
      '/notifications?tab=settings',
      '/help-support',
      '/terms',
    ]) {
      await driver.open(path)
      expect.soft(await covered(page), path).toEqual([])
    }
  })

/** Scrolls down the page and returns the controls that a floating part lies over. Bars as wide as the window are no floating parts. */
async function covered(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return page.evaluate(async () => {
    await document.fonts.ready
    const isSeen = (box: DOMRect) => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
    const floating = () =>
      [...document.querySelectorAll('body *')].filter((element) => {
        const { position, pointerEvents, opacity } = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        const shows = position === 'fixed' && pointerEvents !== 'none' && opacity !== '0'
        return shows && isSeen(box) && box.width < innerWidth
      })
    const found = new Set<string>()
    for (let top = 0; top < document.documentElement.scrollHeight; top += 200) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      for (const part of floating()) {
        const box = part.getBoundingClientRect()
        for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
          const at = control.getBoundingClientRect()
          const apart = at.right <= box.left || at.left >= box.right || at.bottom <= box.top || at.top >= box.bottom
          if (!apart && isSeen(at) && !part.contains(control) && control.checkVisibility())
            found.add(`${part.className} over ${control.outerHTML.slice(0, 100)}`)
        }
      }
    }
    return [...found]
  })
}

/** The order of a ride's page, seen and in the document: who drives and what happens next stand before the facts and the map. */
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { rideBody } from './server.ts'

test('the driver follows the times, and the map comes last, in the document as on a phone', async ({
  newPerson,
  server,
}) => {
  const driver = await server.member('Ingrid Solberg')
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 13 }))
  const visitor = await newPerson('no', { viewport: { width: 360, height: 740 } })
  const { page, t } = visitor
  await visitor.open(`/rides/${id}`)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const aside = [part(t('ride.driver')), part(t('ride.price')), part(t('ride.next_title'))]
  const map = page.getByRole('img', { name: t('rides.map_label', { places: '' }).trim() })
  const parts = [part(t('ride.route')), ...aside, part(t('ride.about')), map]
  for (const each of parts) await expect(each).toBeVisible()
  await expectSeenInOrder(parts)

  const elements = await Promise.all(parts.map((each) => each.elementHandle()))
  const inOrder = await page.evaluate(
    (all) =>
      all.slice(1).map((later, at) => {
        const one = all[at]
        return Boolean(one && later && one.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING)
      }),
    elements,
  )
  expect(inOrder).toEqual(elements.slice(1).map(() => true))

  // In two columns, and with the map beside the times, each column is read from above.
  for (const width of [1000, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectSeenInOrder(aside)
    await expectSeenInOrder([part(t('ride.route')), part(t('ride.about'))])
  }
})

async function expectSeenInOrder(parts: readonly Locator[]) {
  const tops = await Promise.all(parts.map(async (each) => (await each.boundingBox())?.y ?? Number.NaN))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
}

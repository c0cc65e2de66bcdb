/** The order of a ride's page on a phone: who drives and what happens next stand before the facts and the map. */
import { expect, test } from './fixtures.ts'
import { rideBody } from './server.ts'

test('on a phone the driver follows the times, and the map comes last', async ({ newPerson, server }) => {
  const driver = await server.member('Ingrid Solberg')
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 13 }))
  const visitor = await newPerson('no', { viewport: { width: 360, height: 740 } })
  const { page, t } = visitor
  await visitor.open(`/rides/${id}`)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const parts = [
    part(t('ride.route')),
    part(t('ride.driver')),
    part(t('ride.price')),
    part(t('ride.next_title')),
    part(t('ride.about')),
    page.getByRole('img', { name: t('rides.map_label', { places: '' }).trim() }),
  ]
  for (const each of parts) await expect(each).toBeVisible()
  const tops = await Promise.all(parts.map(async (each) => (await each.boundingBox())?.y ?? Number.NaN))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

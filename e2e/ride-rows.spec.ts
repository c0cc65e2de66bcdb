/** A ride in a list is a row: how much of the results is seen at once, and where the whole card is shown. */
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Person } from './person.ts'
import { rideBody, type Server } from './server.ts'
import { instantInOslo, ownDay } from './texts.ts'

const phone = { width: 360, height: 740 }

async function publish(server: Server, count: number, day: string) {
  const driver = await server.member('Ingrid Solberg')
  for (let hour = 5; hour < 5 + count; hour++) {
    const [departure_time, arrival_time] = [hour, hour + 7].map((at) =>
      instantInOslo(day, `${String(at).padStart(2, '0')}:00`),
    )
    await server.call(driver, 'POST', '/rides', rideBody({ departure_time, arrival_time }))
  }
}

const openResults = async (person: Person, day: string, count: number) => {
  await person.open(`/search?from=Oslo&to=Trondheim&date=${day}&detours=no`)
  await expect(person.rides.cards).toHaveCount(count)
}

test('on a phone two and a half results are seen at once, and ten are 1,700 px', async ({ newPerson, server }) => {
  const day = ownDay()
  await publish(server, 10, day)
  const visitor = await newPerson('no', { viewport: phone })
  await openResults(visitor, day, 10)
  const rows = await boxesOf(visitor.rides.cards)
  const [driver] = await boxesOf(visitor.rides.cards.first().getByRole('link', { name: 'Ingrid Solberg' }))
  expect(driver?.bottom).toBeLessThan(phone.height)
  expect(rows[2]?.middle).toBeLessThanOrEqual(phone.height)
  expect(Number(rows[9]?.bottom) - Number(rows[0]?.top)).toBeLessThanOrEqual(1700)
})

const boxesOf = (parts: Locator) =>
  parts.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return { top, bottom, left, right, middle: (top + bottom) / 2 }
    }),
  )

for (const language of ['no', 'ru', 'ar'] as const)
  test(`everything in a row can be pressed with a thumb and stays within it (${language})`, async ({
    newPerson,
    server,
  }) => {
    const day = ownDay()
    await publish(server, 4, day)
    const visitor = await newPerson(language, { viewport: phone })
    await openResults(visitor, day, 4)
    const row = visitor.rides.cards.first()
    for (const button of [visitor.rides.reserve(row), visitor.rides.contact(row)]) {
      const [[card], [box]] = [await boxesOf(row), await boxesOf(button)]
      expect(box?.left).toBeGreaterThanOrEqual(Number(card?.left))
      expect(box?.right).toBeLessThanOrEqual(Number(card?.right))
      expect(Number(box?.right) - Number(box?.left)).toBeGreaterThanOrEqual(44)
      // A press beside the drawn button counts, too: its target is 44 px high.
      const pressed = await button.evaluate((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        return [y - 21, y + 21].map((at) => node.contains(document.elementFromPoint(x, at)))
      })
      expect(pressed).toEqual([true, true])
    }
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  })

test('from 900 px on three results are whole cards, and more of them rows', async ({ newPerson, server }) => {
  const visitor = await newPerson('no', { viewport: { width: 1280, height: 900 } })
  for (const [count, whole] of [
    [3, true],
    [4, false],
  ] as const) {
    const day = ownDay()
    await publish(server, count, day)
    await openResults(visitor, day, count)
    const stop = visitor.rides.cards.first().getByText(visitor.t('rides.via', { place: 'Lillehammer' }))
    await expect(stop).toBeVisible({ visible: whole })
  }
})

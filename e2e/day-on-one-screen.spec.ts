/** The day of travel on one phone screen: what one needs at the meeting point is above the fold, and large text fits. */
import type { Locator } from '@playwright/test'
import type { TodayTrip } from '@samtur/contract/travel'
import { expect, test } from './fixtures.ts'
import type { Person } from './person.ts'
import { answer } from './screen.ts'
import { hours, testedIn } from './texts.ts'

const phone = { width: 360, height: 740 }
const now = Date.parse('2026-12-04T03:35:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const station = {
  id: id(1),
  name: 'Oslo S',
  kind: 'station',
  lat: 59.91,
  lon: 10.75,
  step_free: true,
  shelter: true,
  toilet: null,
  parking_hours: null,
} as const

function tripOf(driving: boolean): TodayTrip {
  const start = { text: 'Oslo', at: at(25), lat: 59.91, lon: 10.75, point: station }
  const end = { text: 'Hamar', at: at(120), lat: 60.79, lon: 11.07, point: null }
  const name = driving ? 'Mikkel Dahl' : 'Ingrid Solberg'
  return {
    ride_id: id(8),
    reservation_id: driving ? null : id(2),
    start,
    end,
    car: { make: 'Volvo', model: 'V60', color: 'Svart', plate: 'DN55263' },
    companions: [
      {
        reservation_id: id(2),
        person: { id: id(3), full_name: name, profile_picture: null, rating: 9, rating_count: 3, phone: '+4791234567' },
        seats: 2,
        price: 90,
        currency: 'NOK',
        start,
        end,
        code: '1627',
        met: false,
        check_ins: [],
      },
    ],
    follow_links: [],
    check_ins: [],
    shown_from: new Date(now - hours(11)).toISOString(),
    shown_until: new Date(now + hours(5)).toISOString(),
  }
}

async function openDay(person: Person, driving: boolean) {
  await person.page.clock.setFixedTime(now)
  await answer(person, '/me/trips/today', { items: [tripOf(driving)] })
  await person.open('/today')
  await expect(controls(person, driving).call).toBeVisible()
}

const controls = ({ page, t }: Person, driving: boolean) => {
  const name = driving ? 'Mikkel' : 'Ingrid'
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  return {
    call: page.getByRole('link', { name: t('travel.call', { name }) }),
    chat: page.getByRole('main').getByRole('link', { name: t('travel.chat'), exact: true }),
    map: page.getByRole('link', { name: new RegExp(`^${t('travel.map')}`) }),
    point: page.getByText(t('points.kind.station')).first(),
    ownCode: page.getByText('1627', { exact: true }),
    otherCode: page.getByRole('textbox', { name: t('travel.other_code', { name }) }),
    checkIn: button(driving ? t('travel.picked_up', { name }) : t('travel.got_in')),
    help: button(t('travel.help')),
  }
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${String(locator)} is not on the page`)
  return { ...box, bottom: box.y + box.height }
}

for (const driving of [false, true])
  for (const language of testedIn('en', 'ar'))
    test(`a ${driving ? 'driver' : 'passenger'} has it all on one screen (${language})`, async ({ newPerson }) => {
      const person = await newPerson(language, { member: true, viewport: phone })
      await openDay(person, driving)
      const { checkIn, help, ...above } = controls(person, driving)
      const bar = await boxOf(person.page.locator('.bottom-bar'))
      expect(bar.bottom).toBeLessThanOrEqual(phone.height)
      for (const locator of Object.values(above)) expect((await boxOf(locator)).bottom).toBeLessThanOrEqual(bar.y)
      for (const locator of [checkIn, help]) {
        const box = await boxOf(locator)
        expect(box.y).toBeGreaterThanOrEqual(bar.y)
        expect(box.height).toBeGreaterThanOrEqual(60)
      }
      expect(await person.page.evaluate(() => scrollY)).toBe(0)

      // At the end of the page nothing stays below the bar.
      await person.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const end = person.page.getByRole('contentinfo')
      const padding = await end.evaluate((each) => parseFloat(getComputedStyle(each).paddingBottom))
      // The bar's border is drawn over the padding, and boxes end between pixels.
      expect((await boxOf(end)).bottom - padding).toBeLessThanOrEqual(bar.y + 2)
    })

test('what is settled outside of the product is copied', async ({ newPerson }) => {
  const person = await newPerson('no', { member: true, viewport: phone, permissions: ['clipboard-write'] })
  await openDay(person, false)
  const { page, t } = person
  for (const [label, copied] of [
    [t('travel.copy_number'), '+4791234567'],
    [t('travel.copy_amount'), '180'],
  ] as const) {
    await page.getByRole('button', { name: label }).click()
    await person.expectToast(t('travel.copied_text', { text: copied }))
  }
})

test('with text twice as large nothing lies beside the screen or below the bar', async ({ newPerson }) => {
  const person = await newPerson('no', { member: true, viewport: phone })
  const { page } = person
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const driving of [false, true]) {
    await openDay(person, driving)
    for (const locator of Object.values(controls(person, driving))) {
      await locator.scrollIntoViewIfNeeded()
      await expect(locator).toBeInViewport({ ratio: 1 })
    }
    const beside = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((each) => each.checkVisibility() && each.clientWidth > 1)
        .filter((each) => each.getBoundingClientRect().right > innerWidth || each.getBoundingClientRect().left < 0)
        .map((each) => each.outerHTML.slice(0, 100)),
    )
    expect(beside).toEqual([])
  }
})

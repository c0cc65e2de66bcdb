/** Rides for one gender, where the operator offers them: publishing and finding. */
import { expect, test } from '../fixtures.ts'
import { dayInOslo } from '../texts.ts'

test('a woman offers a ride to women, who find it, and nobody else does', async ({ newServer, newPerson }) => {
  const server = await newServer({ env: { SAME_GENDER_RIDES: 'on' } })
  const gender = (value: 'kvinne' | 'mann') => ({
    server,
    member: true,
    profile: { gender: value, phone: '+4791234567' },
  })
  const driver = await newPerson('no', { ...gender('kvinne'), name: 'Ingrid Solberg' })
  const { t, page, publish } = driver
  await publish.open()
  await publish.fill({
    from: 'Oslo',
    to: 'Trondheim',
    day: dayInOslo(3),
    departure: '07:00',
    arrival: '14:00',
    price: '300',
  })
  await page.getByRole('checkbox', { name: t('same_gender.only_women') }).press('Space')
  await publish.submit.click()
  await driver.expectToast(t('publish.success_title'))

  const woman = await newPerson('ar', gender('kvinne'))
  await woman.open('/search?from=Oslo&to=Trondheim')
  await expect(woman.rides.cards).toHaveCount(1)
  await expect(woman.rides.cards).toContainText(woman.t('same_gender.only_women'))
  const filter = woman.page.getByRole('button', { name: woman.t('same_gender.filter') })
  await filter.focus()
  await filter.press('Enter')
  await expect(woman.page).toHaveURL(/same_gender=true/)
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expect(woman.rides.cards).toHaveCount(1)
  await woman.rides.cards.getByRole('link').first().click()
  await expect(woman.page.getByText(woman.t('same_gender.who'))).toBeVisible()
  const address = new URL(woman.page.url()).pathname

  const man = await server.member('Per Vik', { gender: 'mann' })
  for (const cookie of [man.cookie, '']) {
    const rides = await fetch(`${server.url}/api/v1/rides?from=Oslo&to=Trondheim`, { headers: { cookie } })
    expect(await rides.json()).toMatchObject({ items: [] })
    expect((await fetch(`${server.url}/api/v1${address}`, { headers: { cookie } })).status).toBe(404)
  }
})

/** Rides for one gender, where the operator offers them: publishing, finding, and changing one's gender. */
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { containing, dayInOslo } from '../texts.ts'
import { refusal } from '../watch.ts'

const env = { SAME_GENDER_RIDES: 'on' }

test('a woman offers a ride to women, who find it, and nobody else does', async ({ newServer, newPerson }) => {
  const server = await newServer({ env })
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

  for (const person of [await newPerson('en', gender('mann')), await newPerson('en', { server })]) {
    await person.open('/search?from=Oslo&to=Trondheim')
    await expect(person.page.getByText(person.t('rides.none_title'))).toBeVisible()
    person.watch.allow(refusal(404))
    await person.open(address)
    await expect(person.page.getByText('Ingrid Solberg')).toHaveCount(0)
  }
})

test('a second change of gender within a year is refused with its day, and what was typed stays', async ({
  newServer,
  newPerson,
}) => {
  const server = await newServer({ env })
  const kari = await newPerson('en', { server, member: true, profile: { gender: 'kvinne' } })
  const { t, page, profile } = kari
  const change = async (value: string) => {
    await kari.open('/edit-profile')
    await profile.field('profiles.gender').selectOption(value)
    await profile.save.click()
  }
  await change('mann')
  await expect(page).toHaveURL('/profile')
  kari.watch.allow(refusal(422))
  await change('kvinne')
  await expect(profile.field('profiles.gender')).toHaveAccessibleDescription(
    containing(t('same_gender.changed_recently', { date: '|' }).split(' |')[0] ?? ''),
  )
  await expect(profile.field('profiles.gender')).toHaveValue('kvinne')
  await change('')
  await expect(page).toHaveURL('/profile')
})

test('where it is off the pages show nothing of it', async ({ server, newPerson }) => {
  const kari = await newPerson('no', { member: true, profile: { gender: 'kvinne' } })
  const driver = await server.member('Ingrid Solberg')
  await server.call(driver, 'POST', '/rides', rideBody())
  await kari.open('/search?sort=departure')
  await expect(kari.rides.cards.first()).toBeVisible()
  await expect(kari.page.getByRole('button', { name: kari.t('same_gender.filter') })).toHaveCount(0)
  await kari.publish.open()
  await expect(kari.page.getByRole('checkbox', { name: kari.t('same_gender.only_women') })).toHaveCount(0)
})

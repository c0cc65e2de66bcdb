/** A ride on paper: one sheet with the code of its page, without what only works on a screen. */
import { expect, test } from './fixtures.ts'
import { rideBody } from './server.ts'
import { testedIn } from './texts.ts'

for (const language of testedIn('ar'))
  test(`an accepted passenger prints the ride on one page (${language})`, async ({ newPerson, server }) => {
    const [driver, passenger] = await Promise.all([
      server.member('Ingrid Solberg', { phone: '+4791234567' }),
      server.member('Kari Nordmann'),
    ])
    const notes = 'Har god plass til bagasje, og vi stopper på Dombås for kaffe. Hund er hjertelig velkommen.'
    const ride = await server.call<{ id: string }>(driver, 'POST', '/rides', { ...rideBody({ daysAhead: 12 }), notes })
    const { id } = await server.call<{ id: string }>(passenger, 'POST', `/rides/${ride.id}/reservations`, {
      seats_requested: 1,
    })
    await server.call(driver, 'POST', `/reservations/${id}/accept`)
    const kari = await newPerson(language, {
      member: passenger,
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    })
    const { page, t } = kari
    await kari.open(`/rides/${ride.id}`)
    const code = page.getByRole('img', { name: t('ride.print_code'), includeHidden: true })
    await expect(code).toBeAttached()
    await expect(code).toBeHidden()

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(code).toBeVisible()
    for (const gone of [page.getByRole('banner'), page.getByRole('contentinfo'), page.locator('.bottom-bar')])
      await expect(gone).toBeHidden()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByText(t('ride.license_plate'))).toBeVisible()
    // Paper is light, whatever the screen is.
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(20, 35, 28)')
    const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })

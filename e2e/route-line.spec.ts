/** Times beside the line of a ride stay clear of it, whatever the language's words for an estimate. */
import { languages } from '@samtur/i18n/translate'
import { expect, test } from './fixtures.ts'
import { rideBody } from './server.ts'
import type { Language } from './texts.ts'

for (const language of Object.keys(languages) as Language[])
  test(`no time crosses the line of a ride (${language})`, async ({ newPerson, server }) => {
    const driver = await server.member('Ingrid Solberg')
    const ride = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 6 }))
    const visitor = await newPerson(language)
    const { page } = visitor
    for (const width of [360, 1280])
      for (const path of [`/rides/${ride.id}`, '/search?from=Oslo&to=Trondheim']) {
        await page.setViewportSize({ width, height: 740 })
        await visitor.open(path)
        await expect(page.getByRole('main').locator('ol time').first()).toBeVisible()
        const crossing = await page.evaluate(() =>
          [...document.querySelectorAll('main ol > li > time')]
            .filter((time) => time.checkVisibility())
            .filter((time) => {
              const text = document.createRange()
              text.selectNodeContents(time)
              const { left, right } = text.getBoundingClientRect()
              const line = time.nextElementSibling?.getBoundingClientRect()
              return line && left < line.right && line.left < right
            })
            .map((time) => time.textContent),
        )
        expect.soft(crossing, `${path} at ${width} px`).toEqual([])
      }
  })

/** Tests the measurement that the matrix uses where axe cannot decide. */
import { expect, test } from './fixtures.ts'
import { contrastFaults } from './contrast.ts'

const words = 'Some words that go on to the end'
const cases = {
  'dark on a light gradient': [
    `<p style="color: #111; background: linear-gradient(#fff, #ddd)">${words}</p>`,
    undefined,
  ],
  'grey on a gradient to grey': [`<p style="width: 15rem; color: #777; background: linear-gradient(90deg, #fff, #888)">${words}</p>`, /^contrast [12]\.\d+ < 4\.5$/], // prettier-ignore
  'white on white': [`<p style="color: #fff; background: #fff">${words}</p>`, /^contrast 1\.00 < 4\.5$/],
  'black that lets much through': [`<p style="color: rgb(0 0 0 / 0.3); background: #fff">${words}</p>`, /^contrast 2\.\d+ < 4\.5$/], // prettier-ignore
  'large and light grey': [`<p style="color: #949494; background: #fff; font-size: 32px">${words}</p>`, undefined],
  'an empty field': ['<textarea placeholder="x" style="color: #111; background: #fff"></textarea>', undefined],
  'an empty field beside its icon': ['<input style="position: absolute; inset: 0 auto auto 0; padding: 0 2rem; height: 3rem; color: #111; background: #fff"><div style="position: absolute; inset: 0 auto auto 0; width: 1.5rem; height: 3rem; background: #333"></div>', undefined], // prettier-ignore
  'a field with pale words': [`<textarea style="color: #bbb; background: #fff">${words}</textarea>`, /< 4\.5$/],
  'a button half covered': [`<button style="color: #555; background: #fff">${words}</button><div style="position: absolute; inset: 0 85% 0 0; background: #666"></div>`, undefined], // prettier-ignore
  // Covered text is not visible, so its contrast is not measured.
  'covered': [`<p style="color: #111">${words}</p><div style="position: absolute; inset: 0; background: #222"></div>`, undefined], // prettier-ignore
} as const

for (const [name, [html, fault]] of Object.entries(cases))
  test(`contrast by pixels: ${name}`, async ({ page }) => {
    await page.setContent(html)
    const [found] = await contrastFaults(page, ['p, textarea, input, button'])
    if (fault) expect(found).toMatch(fault)
    else expect(found).toBeUndefined()
  })

test('contrast by pixels: many texts at once, each with its own fault, also below the window', async ({ page }) => {
  const colors = ['#111', '#bbb', '#222', '#ccc']
  const lines = colors.map((color, nr) => `<p id="p${nr}" style="color: ${color}; margin-bottom: 50rem">${words}</p>`)
  await page.setContent(`<body style="background: #fff">${lines.join('')}</body>`)
  const found = await contrastFaults(
    page,
    colors.map((_, nr) => `#p${nr}`),
  )
  expect(found).toEqual([undefined, expect.stringMatching(/< 4\.5$/), undefined, expect.stringMatching(/< 4\.5$/)])
})

// Draws the preview picture of links, in the style of the home page: `node scripts/preview.mjs`. Its output is committed. Uses a browser,
// because the name is set in the product's own font.
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../e2e/browser.ts'

// Takes the server's sharp.
const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp')

const root = path.resolve(import.meta.dirname, '..')
const [width, height] = [1200, 630]
const font = await fs.readFile(
  path.join(root, 'node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2'),
)

/** Contour lines: each is lower and flatter than the one before. */
const contours = Array.from({ length: 8 }, (_, line) => {
  const [x, y, swing] = [-40 + line * 30, 40 + line * 36, 92 - line * 9]
  return `<path d="M${x} ${y}c${170 - line * 6}-${swing} ${300 - line * 9}-${swing * 0.6} 420 ${swing * 0.55}s340 ${swing} 900-${swing * 0.5}"/>`
})

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs><linearGradient id="deep" x2="0" y2="1"><stop stop-color="#14563f"/><stop offset="1" stop-color="#0e3f2e"/></linearGradient></defs>
  <rect width="${width}" height="${height}" fill="url(#deep)"/>
  <g fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="2">${contours.join('')}</g>
  <g fill="#fff" fill-opacity=".07">
    <path d="M-20 630 150 420l66 56 150-214 130 180 58-54 100 104 156-300 132 174 56-46 94 94 148-176v392Z"/>
    <path d="M60 630 250 478l90 62 132-104 190 194Zm520 0 280-232 98 98 54-50 188 150v34Z"/>
    <path d="m366 262 84 118-34-12-10 48-28-56Zm438-48 94 124-38-12-12 62-34-68Z"/>
  </g>
  <path d="M640 640C690 556 560 548 596 494s286-40 330-196" fill="none" stroke="#ffc53d" stroke-width="12" stroke-linecap="round"/>
  <circle cx="926" cy="298" r="42" fill="none" stroke="#ffc53d" stroke-opacity=".45" stroke-width="5"/>
  <circle cx="926" cy="298" r="21" fill="#ffc53d"/>
  <g transform="translate(84 84) scale(2.5)">
    <rect width="32" height="32" rx="9" fill="#6fd3a8"/>
    <path d="M9 23c7.5 0 3.5-7 7-7s-.5-7 7-7" fill="none" stroke="#0d1612" stroke-width="3" stroke-linecap="round"/>
    <circle cx="9" cy="23" r="3.5" fill="#0d1612"/><circle cx="23" cy="9" r="3.5" fill="#ffcb57" stroke="#0d1612" stroke-width="1.6"/>
  </g>
  <text x="188" y="151" font-size="84" fill="#fff">Samtur</text>
</svg>`

const html = `<style>
  @font-face { font-family: name; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 400 700 }
  body { margin: 0 } text { font-family: name; font-weight: 700; letter-spacing: -.01em }
</style>${drawing}`

const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
const page = await browser.newPage({ viewport: { width, height } })
await page.setContent(html)
await page.evaluate(() => document.fonts.ready)
const picture = await page.screenshot()
await browser.close()
await sharp(picture)
  .png({ compressionLevel: 9, palette: true, quality: 90 })
  .toFile(path.join(root, 'apps/web/public/preview.png'))

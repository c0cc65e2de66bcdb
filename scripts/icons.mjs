// Draws the icons of the installed app from the logo: `node scripts/icons.mjs`. Its output is committed.
import { createRequire } from 'node:module'
import fs from 'node:fs/promises'
import path from 'node:path'

// Takes the server's sharp.
const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp')

const out = path.resolve(import.meta.dirname, '../apps/web/public/icons')
const green = '#14563f'
const logo = await fs.readFile(path.resolve(out, '../favicon.svg'), 'utf8')
const [, tile = '', road = ''] = /^<svg[^>]*>(<rect[^>]*>)(.*)<\/svg>\s*$/s.exec(logo) ?? []
if (!tile || !road) throw new Error('favicon.svg is not drawn as a tile and a road on it any more')

const drawing = (content) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`
const scaled = (content, factor) =>
  `<g transform="translate(${16 - 16 * factor} ${16 - 16 * factor}) scale(${factor})">${content}</g>`
const ground = `<rect width="32" height="32" fill="${green}"/>`

/** Wraps a 32 by 32 picture as an `.ico`, which browsers request by default and use where SVG is not supported. */
function envelope(png) {
  const head = Buffer.alloc(22)
  for (const [offset, value] of [
    [2, 1],
    [4, 1],
    [10, 1],
    [12, 32],
  ])
    head.writeUInt16LE(value, offset)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const icons = [
  { name: 'icon-192', size: 192, svg: drawing(tile + road) },
  { name: 'icon-512', size: 512, svg: drawing(tile + road) },
  // Devices crop this icon to any shape: the drawing is within the inner 80 percent.
  { name: 'maskable-512', size: 512, svg: drawing(ground + scaled(road, 0.92)) },
  { name: 'apple-touch-icon', size: 180, svg: drawing(ground + scaled(road, 1.05)) },
  // Devices use only the shape of this icon, in a colour of their own.
  { name: 'monochrome-512', size: 512, svg: drawing(scaled(road.replaceAll(/#[0-9a-f]{3,6}/g, '#000'), 1.25)) },
]

for (const { name, size, svg } of icons) {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
  await picture.png({ compressionLevel: 9, palette: true }).toFile(path.join(out, `${name}.png`))
}

const small = sharp(Buffer.from(drawing(tile + road)), { density: 72 }).resize(32, 32)
await fs.writeFile(path.join(out, '../favicon.ico'), envelope(await small.png({ compressionLevel: 9 }).toBuffer()))

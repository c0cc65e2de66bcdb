/** The elements of a mail: tables and style attributes, because mail programs support little else. A mail loads nothing. */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

const light = {
  ground: '#F6F7F2',
  surface: '#FFFFFF',
  sunk: '#E6EBE3',
  line: '#C9D2C8',
  text: '#14231C',
  soft: '#4A5A51',
  brand: '#14563F',
  onBrand: '#FFFFFF',
  sun: '#FFC53D',
}

const font = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',Arial,sans-serif`

export const look = {
  body: `margin:0;padding:0;background:${light.ground};color:${light.text};${font};font-size:16px;line-height:1.5`,
  ground: `background:${light.ground};color:${light.text};${font};font-size:16px;line-height:1.5`,
  card: `background:${light.surface};border:1px solid ${light.line};border-radius:18px;padding:26px 24px 12px`,
  title: 'margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700',
  small: `font-size:14px;line-height:1.5;color:${light.soft}`,
}

/** Dark colours, for programs that support them; others keep the light colours or invert them. */
export const darkStyle =
  `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){` +
  `.ground{background:#0D1612!important;color:#EAF1EC!important}` +
  `.card{background:#14201A!important;border-color:#2E4238!important}` +
  `.soft{color:#A9B8AF!important}.sunk{background:#1C2B24!important}` +
  `.brand,.link{color:#6FD3A8!important}.fill{background:#6FD3A8!important}.ring{border-color:#6FD3A8!important}` +
  `.button{background:#6FD3A8!important;color:#0D1612!important}}</style>`

const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

const ring = (size: number) =>
  `<div class="ring" style="width:${size}px;height:${size}px;border:3px solid ${light.brand};border-radius:50%"></div>`
const sun = (size: number) =>
  `<div style="width:${size}px;height:${size}px;background:${light.sun};border-radius:50%"></div>`
const road = (width: number, height: number) =>
  `<div class="fill" style="width:${width}px;height:${height}px;background:${light.brand};margin:0 auto;font-size:0;line-height:0"></div>`

/** Draws a road from the start to a sun at its end, with elements that every program supports. */
export const logoHtml = (name: string) =>
  `${table}><tr>` +
  [ring(6), road(18, 3), sun(13)].map((part) => `<td aria-hidden="true" valign="middle">${part}</td>`).join('') +
  `<td class="brand" style="padding:0 10px;font-size:20px;font-weight:700;color:${light.brand}">${escapeHtml(name)}</td></tr></table>`

/** Draws the ride. Names of places have their own direction, on the side where the mail's lines begin. */
export function routeHtml({ from, to, time }: { from: string; to: string; time: string }): string {
  const stop = (mark: string, name: string) =>
    `<tr><td width="16" align="center" valign="middle" aria-hidden="true">${mark}</td>` +
    `<td style="padding:0 12px;font-weight:600"><span dir="auto">${escapeHtml(name)}</span></td></tr>`
  const when = time && `<p class="soft" style="margin:0 0 8px;${look.small}">${escapeHtml(time)}</p>`
  return (
    `${table} width="100%" style="margin:0 0 20px"><tr><td class="sunk" style="background:${light.sunk};border-radius:12px;padding:14px 16px">` +
    `${when}${table}>${stop(ring(8), from)}<tr><td aria-hidden="true">${road(3, 18)}</td><td></td></tr>${stop(sun(14), to)}</table></td></tr></table>`
  )
}

/** Draws a code, from the left in every language, in figures of one width. */
export const codeHtml = (code: string) =>
  `<p style="margin:0 0 16px"><span dir="ltr" class="sunk" style="display:inline-block;background:${light.sunk};border-radius:12px;padding:10px 20px;` +
  `font-family:ui-monospace,Consolas,Menlo,monospace;font-size:28px;line-height:1.3;font-weight:700;letter-spacing:4px">${escapeHtml(code)}</span></p>`

/** Draws a button. The cell has the colour, for programs that give a link none. */
export const actionHtml = ({ label, url }: { label: string; url: string }) =>
  `${table} style="margin:24px 0 20px"><tr><td class="button" bgcolor="${light.brand}" style="background:${light.brand};border-radius:12px">` +
  `<a href="${escapeHtml(url)}" class="button" style="display:inline-block;padding:12px 24px;border-radius:12px;background:${light.brand};` +
  `color:${light.onBrand};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`

export const linkHtml = (url: string, label: string) =>
  `<a href="${escapeHtml(url)}" class="link" style="color:${light.brand}">${escapeHtml(label)}</a>`

/** Draws a title with links below it, one in a line. */
export const linksHtml = ({ title, items }: { title: string; items: { label: string; url: string }[] }) =>
  `<p style="margin:0 0 8px;font-weight:600">${escapeHtml(title)}</p>` +
  items.map(({ label, url }) => `<p style="margin:0 0 8px">${linkHtml(url, label)}</p>`).join('')

/** Returns the escaped text, with the product's own address as a link. */
export const textHtml = (text: string, support: string) =>
  escapeHtml(text).replaceAll(
    escapeHtml(support),
    () => `<span dir="ltr">${linkHtml(`mailto:${support}`, support)}</span>`,
  )

export const paragraphHtml = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

/** Draws a quotation in its own direction, beside a line. */
export const saidHtml = (text: string) =>
  `${table} style="margin:0 0 16px"><tr><td width="3" class="fill" style="width:3px;background:${light.brand}"></td>` +
  `<td style="padding:2px 14px"><span dir="auto">${escapeHtml(text)}</span></td></tr></table>`

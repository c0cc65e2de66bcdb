/** Reads the colours from the style sheet itself, so that this page cannot differ from it. */

export type Scheme = 'light' | 'dark'
type Colours = Record<string, string>

/** Colour pairs: text, background, and their least contrast (WCAG 1.4.3 and 1.4.11). */
export const pairs: readonly (readonly [text: string, ground: string, least: number])[] = [
  ['text', 'ground', 4.5],
  ['text', 'surface', 4.5],
  ['soft', 'surface', 4.5],
  ['soft', 'sunk', 4.5],
  ['faint', 'surface', 4.5],
  ['on-brand', 'brand', 4.5],
  ['on-brand', 'brand-strong', 4.5],
  ['brand', 'surface', 4.5],
  ['on-tint', 'brand-tint', 4.5],
  ['on-sun', 'sun', 4.5],
  ['link', 'surface', 4.5],
  ['link', 'link-tint', 4.5],
  ['danger', 'surface', 4.5],
  ['danger', 'danger-tint', 4.5],
  ['on-danger', 'danger', 4.5],
  ['warning', 'warning-tint', 4.5],
  ['on-hero', 'hero', 4.5],
  ['on-hero-soft', 'hero', 4.5],
  ['edge', 'surface', 3],
  ['focus', 'ground', 3],
]

/** Reads the custom properties of both themes, from the style sheet's source or its rules. */
export function readColours(css: string): Record<Scheme, Colours> {
  const list = (start: RegExp) => {
    const from = css.search(start)
    const body = from < 0 ? '' : css.slice(from, css.indexOf('}', from))
    return Object.fromEntries(
      [...body.matchAll(/--color-([\w-]+):\s*(#[\da-f]{3,8})/gi)].map(([, name = '', value = '']) => [name, value]),
    )
  }
  const light = list(/@theme static|:root,\s*:host/)
  return { light, dark: { ...light, ...list(/@utility theme-dark|(?:^|[\s}])\[data-theme=['"]?dark['"]?\]\s*\{/m) } }
}

/** Returns the contrast as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the rules of this page's own style sheets as text. */
export function ownCss(): string {
  const rulesOf = (rules: CSSRuleList): string =>
    [...rules].map((rule) => (rule instanceof CSSLayerBlockRule ? rulesOf(rule.cssRules) : rule.cssText)).join('\n')
  return [...document.styleSheets].map((sheet) => rulesOf(sheet.cssRules)).join('\n')
}

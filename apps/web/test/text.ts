/** Texts of the page's language by their id, so that a test does not depend on their wording. */
import type { Translate } from '@samtur/i18n/translate'
import { translate } from '#lib/i18n'

/** Returns the text as a reader sees it, without the marks of its links. Throws when its catalogue is not loaded. */
export const text: Translate = (id, ...params) => {
  const found = translate()(id, ...params)
  if (found === id) throw new Error(`the catalogue of ${id} is not loaded`)
  return found.replaceAll(/<\/?\d+>/g, '')
}

/** Returns the text of the link in a text. */
export const linkOf: Translate = (id, ...params) => {
  const [, link] = /<0>(.*?)<\/0>/.exec(translate()(id, ...params)) ?? []
  if (link === undefined) throw new Error(`${id} has no link`)
  return link
}

const escaped = (part: string) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Matches a longer text that has this part. */
export const containing = (part: string) => new RegExp(escaped(part))

/** Matches a longer text that starts with this part. */
export const startingWith = (part: string) => new RegExp(`^${escaped(part)}`)

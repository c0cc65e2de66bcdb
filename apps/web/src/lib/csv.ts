/** Tables as files that spreadsheet programs open: RFC 4180, and nothing in them is ever taken for a formula. */

/** What programs skip before they look whether a cell is a formula: spaces, quotes, signs that show as nothing. */
const skipped = String.raw`[^\S\t\r\n]|[\p{Cf}"'\u2018\u2019\u201c-\u201e\u00ab\u00bb\u00b4\u0060]`
/** Signs that begin a formula, also the wide and the small ones that some programs take for them. */
const begins = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b`

/**
 * Where a cell begins; and, for programs that are set to other separators (a semicolon in Norway), where they would begin one: there the
 * line breaks and separators inside a text count too.
 */
const dangerous = new RegExp(
  String.raw`^(?=(?:${skipped})*[\t\r\n${begins}])|(?<=[;\t\r\n])(?=(?:${skipped})*[${begins}])`,
  'gu',
)

/** An apostrophe before it makes a formula a text, in every program. */
export const safeCell = (text: string) => text.replace(dangerous, "'")

/** Tells programs that the letters are UTF-8. */
export const csvStart = '\ufeff'

/** Every cell is quoted, so that line breaks and separators in it are its own. */
export const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${safeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

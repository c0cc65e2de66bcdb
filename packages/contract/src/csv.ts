/** Writes tables that spreadsheet programs open: RFC 4180, without any cell that a program takes for a formula. */

/** Characters that programs skip before they look for a formula: spaces, quotes, invisible characters. */
const skipped = String.raw`[^\S\t\r\n]|[\p{Cf}"'\u2018\u2019\u201c-\u201e\u00ab\u00bb\u00b4\u0060]`
/** Characters that begin a formula, including the full-width and small forms that some programs accept. */
const begins = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b`

/**
 * The start of a cell; also where programs set to other separators (a semicolon in Norway) would start one, so line breaks and separators
 * inside a text count too.
 */
const dangerous = new RegExp(
  String.raw`^(?=(?:${skipped})*[\t\r\n${begins}])|(?<=[;\t\r\n])(?=(?:${skipped})*[${begins}])`,
  'gu',
)

/** A leading apostrophe turns a formula into text, in every program. */
export const safeCell = (text: string) => text.replace(dangerous, "'")

/** Marks the file as UTF-8. */
export const csvStart = '\ufeff'

/** Quotes every cell, so that line breaks and separators in it are part of its text. */
export const csvLine = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${safeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

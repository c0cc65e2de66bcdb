/** Reads the files of the demo's data; data/README.md describes them. */
import fs from 'node:fs'

const address = (file: string) => new URL(`./data/${file}`, import.meta.url)
const read = (file: string) => fs.readFileSync(address(file), 'utf8')

/** Returns the text in a column of the row. */
export type Row = (column: string) => string

/** Reads each row of a table. An error names the line. */
export function readTable<Result>(file: string, readRow: (row: Row) => Result): Result[] {
  const [columns = [], ...lines] = read(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
  return lines.map((cells, index) => {
    const row: Row = (column) => {
      const cell = cells[columns.indexOf(column)]
      if (cell === undefined) throw new Error(`no column ${column}`)
      return cell
    }
    try {
      return readRow(row)
    } catch (error) {
      throw new Error(`the demo's ${file}, line ${index + 2}`, { cause: error })
    }
  })
}

/** Reads a list. The values under a key of `readers`, at any depth, are read by its function. */
export const readList = <Item>(file: string, readers: Record<string, (text: string) => unknown>): Item[] =>
  JSON.parse(read(file), (key, value) => (Object.hasOwn(readers, key) ? readers[key]?.(value) : value)) as Item[]

export const readPicture = (file: string): Promise<Uint8Array> => fs.promises.readFile(address(`pictures/${file}`))

/** Returns the version of the product, which stands in the server's package.json. */
import fs from 'node:fs'

export function readVersion(): string {
  const text = fs.readFileSync(`${import.meta.dirname}/../package.json`, 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Returns the files of a ZIP archive, by name. */
import { strFromU8, unzipSync } from 'fflate'

export function unzip(bytes: Uint8Array): Map<string, { bytes: Uint8Array; text(): string }> {
  const files = Object.entries(unzipSync(bytes))
  return new Map(files.map(([name, content]) => [name, { bytes: content, text: () => strFromU8(content) }]))
}

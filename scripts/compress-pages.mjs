// Compresses the built pages for the server, which sends `<file>.br` or `<file>.gz` in place of a file where there is one. A first start
// runs this beside the server, so every file appears whole.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const dist = path.resolve(import.meta.dirname, '../apps/web/dist')

async function write(file, bytes) {
  await fs.writeFile(`${file}.new`, bytes)
  await fs.rename(`${file}.new`, file)
}

/** Skips a file where compression saves less than a tenth. */
async function compress(file) {
  const source = await fs.readFile(file)
  const small = await brotli(source, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: source.length } })
  if (small.length > source.length * 0.9) return
  await write(`${file}.gz`, await gzip(source, { level: 9 }))
  await write(`${file}.br`, small)
}

// Has a lower priority than the server, which may be starting.
os.setPriority(os.constants.priority.PRIORITY_LOW)
const names = await fs.readdir(dist, { recursive: true })
const compressed = names.filter((name) => /^[^.].*\.(js|css|svg|json|txt|webmanifest)$|^shell\.html$/.test(name))
await Promise.all(compressed.map((name) => compress(path.join(dist, name))))

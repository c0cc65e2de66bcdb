/** Pure parts of an export: its address, and a ZIP that grows piece by piece. */
import { createHash, createHmac } from 'node:crypto'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** What stands in the address of an export: 128 bits that only this installation can make, and that are stored nowhere. */
export function exportToken(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`export ${id}`).digest().subarray(0, 16).toString('base64url')
}

/** What is stored of it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Adds to the file that is open. */
export type Write = (text: string) => void

/** One file after the other; the whole is there in compressed pieces only. */
export class Archive {
  private readonly pieces: Uint8Array[] = []
  private readonly zip = new Zip((error, piece) => {
    if (error) throw error
    this.pieces.push(piece)
  })

  /** A file of text, written by the work. */
  async text(name: string, work: (write: Write) => Promise<void> | void): Promise<void> {
    const file = new ZipDeflate(name, { level: 6 })
    this.zip.add(file)
    await work((text) => file.push(Buffer.from(text)))
    file.push(new Uint8Array(0), true)
  }

  /** Pictures do not get smaller. */
  picture(name: string, bytes: Uint8Array): void {
    const file = new ZipPassThrough(name)
    this.zip.add(file)
    file.push(bytes, true)
  }

  end(): Buffer {
    this.zip.end()
    return Buffer.concat(this.pieces)
  }
}

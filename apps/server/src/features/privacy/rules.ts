/** Parts of an export: its address, and a ZIP that is written piece by piece. */
import { createHash, createHmac } from 'node:crypto'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Returns the token in the address of an export: 128 bits that only this installation can compute and that are stored nowhere. */
export function exportToken(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`export ${id}`).digest().subarray(0, 16).toString('base64url')
}

/** Returns the hash of a token, which is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Appends to the open file. */
export type Write = (text: string) => void

/** A ZIP that takes one file after the other and keeps only compressed pieces. */
export class Archive {
  private readonly pieces: Uint8Array[] = []
  private readonly zip = new Zip((error, piece) => {
    if (error) throw error
    this.pieces.push(piece)
  })

  /** Adds a text file that `work` writes. */
  async text(name: string, work: (write: Write) => Promise<void> | void): Promise<void> {
    const file = new ZipDeflate(name, { level: 6 })
    this.zip.add(file)
    await work((text) => file.push(Buffer.from(text)))
    file.push(new Uint8Array(0), true)
  }

  /** Adds a picture without compression, which would not make it smaller. */
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

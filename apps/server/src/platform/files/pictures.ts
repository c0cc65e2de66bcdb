/** Stored pictures on disk, under random keys that never change their content. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { AppError } from '../http/errors.ts'

export interface Pictures {
  /** Stores JPEG bytes under a fresh random key; answers the key. */
  put(folder: 'profiles', bytes: Uint8Array): Promise<string>
  read(folder: 'profiles', key: string): Promise<Uint8Array | undefined>
}

const KEY = /^[A-Za-z0-9_-]{22}\.jpg$/

export function openPictures(dataDir: string): Pictures {
  const disk = new Disk(new FSDriver({ location: path.join(dataDir, 'files'), visibility: 'private' }))
  return {
    async put(folder, bytes) {
      const key = `${randomBytes(16).toString('base64url')}.jpg`
      await disk.put(`${folder}/${key}`, bytes)
      return key
    },
    async read(folder, key) {
      if (!KEY.test(key) || !(await disk.exists(`${folder}/${key}`))) return undefined
      return disk.getBytes(`${folder}/${key}`)
    },
  }
}

/** Profile pictures are public; the key is random and changes with the picture, so a day in caches does no harm. */
export function servePictures(app: FastifyInstance, pictures: Pictures) {
  app.get<{ Params: { key: string } }>('/files/profiles/:key', async (request, reply) => {
    const bytes = await pictures.read('profiles', request.params.key)
    if (!bytes) throw new AppError('not_found')
    return reply
      .type('image/jpeg')
      .header('cache-control', 'public, max-age=86400')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Buffer.from(bytes))
  })
}

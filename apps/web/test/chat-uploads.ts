/** Replaces `#lib/upload` and `#lib/photo`, so that the test controls each upload. */
import { vi } from 'vitest'
import type { Message } from '@samtur/contract/chat'

export interface Upload {
  url: string
  file: Blob
  onProgress: (share: number) => void
  signal: AbortSignal
  answer: (message: Message) => void
  fail: (error: unknown) => void
}

export const uploads: Upload[] = []

export const fakeUpload = {
  upload: (given: Omit<Upload, 'answer' | 'fail'>) =>
    new Promise<Message>((answer, fail) => {
      uploads.push({ ...given, answer, fail })
      given.signal.addEventListener('abort', () => fail(given.signal.reason as Error))
    }),
}

export const packed = new Blob(['mindre'], { type: 'image/jpeg' })

export const fakePhoto = { photoToSend: vi.fn(), packPhoto: vi.fn() }

/** Removes running uploads; photos need no encoding. */
export function resetUploads() {
  uploads.length = 0
  fakePhoto.photoToSend.mockImplementation(async (file: Blob) => file)
  fakePhoto.packPhoto.mockReset().mockImplementation(async () => packed)
}

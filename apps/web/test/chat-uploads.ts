/** Replaces what sends and packs images in a browser, so that the test controls each upload. */
import { vi } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import type { WorkerAnswer } from '../src/lib/photo-worker.ts'

export const uploads: Upload[] = []

export class Upload extends EventTarget {
  upload = new EventTarget()
  url = ''
  file: unknown
  aborted = false
  status = 0
  responseText = ''
  setRequestHeader() {}
  open(_: string, url: string) {
    this.url = url
  }
  send({ file }: FakeForm) {
    this.file = file
    uploads.push(this)
  }
  abort() {
    this.aborted = true
    this.end('abort')
  }
  onProgress(share: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: share * 100, total: 100 }))
  }
  answer(message: Message) {
    this.end('load', 200, JSON.stringify(message))
  }
  fail(status: number) {
    this.end('load', status)
  }
  /** Fails as a lost network does. */
  lose() {
    this.end('error')
  }
  private end(how: string, status = 0, responseText = '') {
    Object.assign(this, { status, responseText })
    this.dispatchEvent(new Event(how))
    this.dispatchEvent(new Event('loadend'))
  }
}

/** A browser's own form would send a copy of the file. */
class FakeForm {
  file: unknown
  append(_: string, file: Blob) {
    this.file = file
  }
}

export const packed = new Blob(['mindre'], { type: 'image/jpeg' })

/** Returns what the worker makes of a photo. */
export const pack = vi.fn<(file: Blob) => WorkerAnswer>()

class PhotoWorker extends EventTarget {
  terminate() {}
  postMessage(file: Blob) {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: pack(file) })))
  }
}

/** Removes running uploads. */
export function resetUploads() {
  uploads.length = 0
  pack.mockReset().mockReturnValue({ packed })
  vi.stubGlobal('XMLHttpRequest', Upload)
  vi.stubGlobal('FormData', FakeForm)
  vi.stubGlobal('Worker', PhotoWorker)
}

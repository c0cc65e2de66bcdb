/** Sends a file and tells how much of it has arrived, which `fetch` cannot. Fails like any other request. */
import { ApiError, errorOf } from './http.ts'

interface Upload {
  method: 'PUT' | 'POST'
  url: string
  file: Blob
  name: string
  /** 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

const timeLimit = 60_000

export function upload<Answer>({ method, url, file, name, onProgress, signal }: Upload): Promise<Answer> {
  const form = new FormData()
  form.append('file', file, name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const offline = () => reject(new ApiError(0, 'offline'))
    const stop = () => request.abort()
    request.open(method, url)
    request.timeout = timeLimit
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status >= 400) return reject(errorOf(request.status, request.responseText))
      try {
        resolve(JSON.parse(request.responseText) as Answer)
      } catch (cause) {
        reject(new ApiError(request.status, 'internal', undefined, cause))
      }
    })
    request.addEventListener('error', offline)
    request.addEventListener('timeout', offline)
    request.addEventListener('abort', () => reject(signal?.reason as Error))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) return reject(signal.reason as Error)
    request.send(form)
  })
}

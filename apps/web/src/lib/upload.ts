/** Sends a file and reports progress, which `fetch` cannot. Fails like any other request. */
import { ApiError, errorOf } from './http.ts'

interface Upload {
  method: 'PUT' | 'POST'
  url: string
  file: Blob
  name: string
  /** Share that has been sent, 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

/** Milliseconds without progress; a slow network may take longer in all. */
const silence = 30_000
/** Milliseconds for the response, after the file is sent and processed. */
const answerLimit = 60_000
const timeLimit = 5 * 60_000

export function upload<Answer>({ method, url, file, name, onProgress, signal }: Upload): Promise<Answer> {
  const form = new FormData()
  form.append('file', file, name)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const request = new XMLHttpRequest()
    const offline = () => reject(new ApiError(0, 'offline'))
    const stop = () => request.abort()
    // Without a network a browser may wait for the whole time; trying again sends the same request once more.
    const lost = () => {
      offline()
      stop()
    }
    let patience: ReturnType<typeof setTimeout>
    const wait = (limit: number) => {
      clearTimeout(patience)
      patience = setTimeout(lost, limit)
    }
    request.open(method, url)
    request.timeout = timeLimit
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait(loaded < total ? silence : answerLimit)
      onProgress(total > 0 ? loaded / total : 0)
    })
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
    request.addEventListener('loadend', () => {
      clearTimeout(patience)
      signal?.removeEventListener('abort', stop)
      removeEventListener('offline', lost)
    })
    signal?.addEventListener('abort', stop)
    addEventListener('offline', lost)
    wait(silence)
    request.send(form)
  })
}

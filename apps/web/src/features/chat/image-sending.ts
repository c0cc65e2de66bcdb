/** Images that are being sent, one at a time. The sending continues while the person looks at other conversations and pages. */
import { useSyncExternalStore } from 'react'
import { ApiError } from '#lib/api'
import { ImageError } from '#lib/images'
import { onSessionEvent } from '#lib/session'
import type { DeliverImage } from './delivery.ts'
import type { Outgoing, ShownImage } from './timeline.ts'

export interface Sending {
  /** Stays the same object while only the sent share grows. */
  shown: Outgoing & { image: ShownImage }
  /** The chosen file, or the smaller one that was made of it. */
  file: Blob
  packed: boolean
  /** Whether it could not be sent and waits for another try. */
  failed: boolean
  /** Whether it failed on a connection that is perhaps too slow for it. */
  slow: boolean
  stop: AbortController
}

const sendings = new Map<string, Sending>()
/** The sent share of each image, 0 to 1. It is apart from the rest because it changes often. */
const shares = new Map<string, number>()
const listeners = new Set<() => void>()

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function put(key: string, sending: Sending | undefined) {
  if (sending) sendings.set(key, sending)
  else sendings.delete(key)
  notify()
}

function notify() {
  for (const listener of listeners) listener()
}

function putShare({ shown, stop }: Sending, share: number) {
  if (stop.signal.aborted) return
  shares.set(shown.client_id, share)
  notify()
}

/** Changes a sending, unless it was stopped or replaced meanwhile. */
function change(key: string, { stop }: Sending, changes: Partial<Sending>) {
  const current = sendings.get(key)
  if (current?.stop === stop && !stop.signal.aborted) put(key, { ...current, ...changes })
}

export function remove(key: string, { stop }: Sending) {
  const current = sendings.get(key)
  if (current?.stop !== stop) return
  const { src } = current.shown.image
  if (src) URL.revokeObjectURL(src)
  put(key, undefined)
}

export const isBusy = () => [...sendings.values()].some(({ failed }) => !failed)

/** `key` names sender and conversation, as the key of a draft does. */
export const useSending = (key: string) => useSyncExternalStore(subscribe, () => sendings.get(key))
export const useShare = (clientId: string) => useSyncExternalStore(subscribe, () => shares.get(clientId) ?? 0)
const withId = (clientId: string) => [...sendings.values()].find(({ shown }) => shown.client_id === clientId)
export const stopSending = (clientId: string) => withId(clientId)?.stop.abort()

/** Stops the image that is being sent to a conversation. It waits there for another try. */
export async function holdImage(key: string) {
  // A fully sent image may be stored already, so its response is waited for.
  while (isAllSent(sendings.get(key))) await nextChange()
  const sending = sendings.get(key)
  if (!sending || sending.failed) return
  put(key, { ...sending, failed: true, stop: new AbortController() })
  sending.stop.abort()
}

const isAllSent = (sending: Sending | undefined) =>
  sending !== undefined && !sending.failed && (shares.get(sending.shown.client_id) ?? 0) >= 1

const nextChange = () =>
  new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })

export function forgetImage(key: string) {
  const sending = sendings.get(key)
  if (sending) remove(key, sending)
}

// Nothing is sent or kept in the name of a person who has signed out.
onSessionEvent((event) => {
  if (event !== 'SIGNED_OUT' && event !== 'SIGNED_IN') return
  for (const [key, sending] of sendings) {
    sending.stop.abort()
    remove(key, sending)
  }
})

export async function send(key: string, sending: Sending, deliver: DeliverImage): Promise<void> {
  const { shown, stop } = sending
  const { client_id } = shown
  const { signal } = stop
  signal.addEventListener('abort', () => remove(key, sending))
  put(key, sending)
  const onProgress = (share: number) => putShare(sending, share)
  const bring = (file: Blob) => deliver({ client_id, file, onProgress, signal })
  try {
    const file = await prepare(key, sending)
    try {
      await bring(file)
    } catch (error) {
      if (!isRefusedFile(error) || sendings.get(key)?.packed) throw error
      // The server cannot read the file, but perhaps what the browser makes of it.
      await bring(await pack(key, sending, file))
    }
    remove(key, sending)
  } catch (error) {
    if (mayTryAgain(error)) change(key, sending, { failed: true, slow: isLostOnTheWay(error) })
    else remove(key, sending)
    // Stopping is no failure.
    if (!signal.aborted) throw error
  } finally {
    shares.delete(client_id)
  }
}

async function prepare(key: string, sending: Sending): Promise<Blob> {
  const { shown, stop } = sending
  // On another try the file is prepared already.
  if (shown.image.src) {
    const { file, slow, packed } = sending
    return slow && !packed && file.size > patientBytes ? pack(key, sending, file) : file
  }
  const size = await sizeOf(sending.file)
  change(key, sending, { shown: { ...shown, image: { src: null, size } } })
  const { photoToSend } = await import('#lib/photo')
  const file = await photoToSend(sending.file, size, stop.signal)
  const packed = file !== sending.file
  change(key, sending, { file, packed, shown: { ...shown, image: { src: URL.createObjectURL(file), size } } })
  return file
}

/** Makes a smaller file. The shown picture stays. */
async function pack(key: string, sending: Sending, file: Blob): Promise<Blob> {
  putShare(sending, 0)
  const { packPhoto } = await import('#lib/photo')
  const packed = await packPhoto(file, sending.stop.signal)
  change(key, sending, { file: packed, packed: true })
  return packed
}

/** A larger file that was lost on its way is packed before the next try. Bytes. */
const patientBytes = 1.5 * 1024 * 1024
const isLostOnTheWay = (error: unknown) => error instanceof ApiError && [0, 408].includes(error.status)

/** Returns the size of the upright picture without decoding all of it. */
async function sizeOf(file: Blob) {
  const src = URL.createObjectURL(file)
  const image = new Image()
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve)
      image.addEventListener('error', reject)
      image.src = src
    })
  } catch (error) {
    throw new ImageError('unreadable', error)
  } finally {
    URL.revokeObjectURL(src)
  }
  const { naturalWidth: width, naturalHeight: height } = image
  if (width === 0 || height === 0) throw new ImageError('unreadable')
  return { width, height }
}

/** Returns whether the server could not read the file as a picture. */
export const isRefusedFile = (error: unknown) => error instanceof ApiError && [415, 422].includes(error.status)

/** Returns whether another try can succeed: not after an unreadable picture or a refusal. */
function mayTryAgain(error: unknown) {
  if (error instanceof ImageError) return false
  return !(error instanceof ApiError) || ![400, 403, 404, 413, 415, 422].includes(error.status)
}

/** Returns a new sending, or another try of a failed one under the same id. */
export const begin = (file: Blob, before?: Sending): Sending => ({
  packed: false,
  slow: false,
  ...before,
  shown: {
    client_id: crypto.randomUUID(),
    content: '',
    image: { src: null, size: null },
    ...before?.shown,
    sent_at: new Date().toISOString(),
  },
  file,
  failed: false,
  stop: new AbortController(),
})

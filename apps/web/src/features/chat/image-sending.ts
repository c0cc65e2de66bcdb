/** Images on their way, one at a time. They go on while one looks at other conversations and pages. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Message } from '@samtur/contract/chat'
import { ApiError } from '#lib/api'
import { ImageError } from '#lib/images'
import { useT } from '#lib/i18n'
import { onSessionEvent } from '#lib/session'
import { useToast } from '#ui/toast'
import { useFailureToast } from './failure.tsx'
import type { Outgoing, ShownImage } from './model.ts'
import { useDeliverImage, type DeliverImage } from './queries.ts'

interface Sending {
  /** Stays the same object while only the share grows. */
  shown: Outgoing & { image: ShownImage }
  /** As it was chosen, or as it has been packed since. */
  file: Blob
  packed: boolean
  /** It could not be sent, and waits for another try. */
  failed: boolean
  /** Then: the line was perhaps too slow for it. */
  slow: boolean
  stop: AbortController
}

const sendings = new Map<string, Sending>()
/** Of each that is under way, how much has been sent: apart from the rest, because it changes often and little is drawn of it. */
const shares = new Map<string, number>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function put(key: string, sending: Sending | undefined) {
  if (sending) sendings.set(key, sending)
  else sendings.delete(key)
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

function putShare({ shown, stop }: Sending, share: number) {
  if (stop.signal.aborted) return
  shares.set(shown.client_id, share)
  tell()
}

/** What has been taken back or given up meanwhile stays so. */
function change(key: string, { stop }: Sending, changes: Partial<Sending>) {
  const current = sendings.get(key)
  if (current?.stop === stop && !stop.signal.aborted) put(key, { ...current, ...changes })
}

function remove(key: string, { stop }: Sending) {
  const current = sendings.get(key)
  if (current?.stop !== stop) return
  const { src } = current.shown.image
  if (src) URL.revokeObjectURL(src)
  put(key, undefined)
}

const isBusy = () => [...sendings.values()].some(({ failed }) => !failed)

/** `key` names sender and conversation, as that of a draft does. */
const useSending = (key: string) => useSyncExternalStore(subscribe, () => sendings.get(key))
export const useShare = (clientId: string) => useSyncExternalStore(subscribe, () => shares.get(clientId) ?? 0)
const withId = (clientId: string) => [...sendings.values()].find(({ shown }) => shown.client_id === clientId)
export const stopSending = (clientId: string) => withId(clientId)?.stop.abort()

/** Ends what is on its way to a conversation: it waits there for another try. */
export async function holdImage(key: string) {
  // Of what is all sent nobody knows whether it is stored before the answer is there.
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

// Nothing stays, or goes on, in the name of somebody who has left.
onSessionEvent((event) => {
  if (event !== 'SIGNED_OUT' && event !== 'SIGNED_IN') return
  for (const [key, sending] of sendings) {
    sending.stop.abort()
    remove(key, sending)
  }
})

async function send(key: string, sending: Sending, deliver: DeliverImage): Promise<void> {
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
      // Too costly for the server, or no picture to it: what the browser makes of it may be one.
      await bring(await pack(key, sending, file))
    }
    remove(key, sending)
  } catch (error) {
    if (mayTryAgain(error)) change(key, sending, { failed: true, slow: isLostOnTheWay(error) })
    else remove(key, sending)
    // Taken back is not failed.
    if (!signal.aborted) throw error
  } finally {
    shares.delete(client_id)
  }
}

async function prepare(key: string, sending: Sending): Promise<Blob> {
  const { shown, stop } = sending
  // Another try of what has been prepared already.
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

/** What is shown stays as it is. */
async function pack(key: string, sending: Sending, file: Blob): Promise<Blob> {
  putShare(sending, 0)
  const { packPhoto } = await import('#lib/photo')
  const packed = await packPhoto(file, sending.stop.signal)
  change(key, sending, { file: packed, packed: true })
  return packed
}

/** A larger file that was lost on its way is packed before it goes there once more. */
const patientBytes = 1.5 * 1024 * 1024
const isLostOnTheWay = (error: unknown) => error instanceof ApiError && [0, 408].includes(error.status)

/** Of the upright picture, without decoding all of it. */
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

/** The server has found something else in the file than it promised, or than the browser could still show. */
const isRefusedFile = (error: unknown) => error instanceof ApiError && [415, 422].includes(error.status)

/** Another try changes nothing about the picture itself, or about a refusal. */
function mayTryAgain(error: unknown) {
  if (error instanceof ImageError) return false
  return !(error instanceof ApiError) || ![400, 403, 404, 413, 415, 422].includes(error.status)
}

const begin = (file: Blob, before?: Sending): Sending => ({
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

interface Chosen {
  file: Blob
  /** An address for as long as it takes to load it. */
  src: string
}

export interface Images {
  /** On its way in this conversation. */
  outgoing: Outgoing | undefined
  /** Could not be sent in this conversation. */
  failed: ShownImage | undefined
  /** One is on its way, be it in another conversation. */
  busy: boolean
  /** Has been chosen, and is shown before it is sent. */
  chosen: Chosen | undefined
  take: (files: readonly File[]) => void
  sendChosen: () => void
  /** `unreadable`: it cannot be shown, so it is not sent either. */
  dropChosen: (reason?: 'unreadable') => void
  retry: () => void
  discard: () => void
}

export function useImages(key: string, chatId: string, messages: readonly Message[]): Images {
  const deliver = useDeliverImage(chatId)
  const { sent, failed, refuse } = useTelling()
  const sending = useSending(key)
  const busy = useSyncExternalStore(subscribe, isBusy)
  const [chosen, setChosen] = useState<Chosen>()

  const arrived = sending?.failed && messages.some(({ client_id }) => client_id === sending.shown.client_id)
  useEffect(() => {
    // Only the answer had been lost.
    if (arrived) remove(key, sending)
  }, [arrived, key, sending])

  const start = (next: Sending) => {
    void send(key, next, deliver).then(() => next.stop.signal.aborted || sent(), failed)
  }
  const take = (files: readonly File[]) => {
    const [file] = files
    const problem = files.length > 1 ? 'several' : isBusy() ? 'busy' : sending ? 'unsent' : undefined
    if (problem) return refuse(problem)
    if (!file) return
    if (isImage(file)) setChosen({ file, src: URL.createObjectURL(file) })
    else refuse('type')
  }
  const sendChosen = () => {
    setChosen(undefined)
    // Another conversation has begun to send one meanwhile.
    if (isBusy()) return refuse('busy')
    if (chosen) start(begin(chosen.file))
  }
  return {
    outgoing: sending?.failed ? undefined : sending?.shown,
    failed: sending?.failed ? sending.shown.image : undefined,
    busy,
    chosen,
    take,
    sendChosen,
    dropChosen: (reason) => {
      setChosen(undefined)
      if (reason) failed(new ImageError(reason))
    },
    // Under the same id, so that it cannot arrive twice.
    retry: () => {
      if (isBusy()) refuse('busy')
      else if (sending) start(begin(sending.file, sending))
    },
    discard: () => sending && remove(key, sending),
  }
}

const isImage = ({ type }: Blob) => type.startsWith('image/')

function useTelling() {
  const t = useT()
  const toast = useToast()
  const fail = useFailureToast()
  const complain = (text: string, detail?: string) =>
    toast({ tone: 'error', title: t('core.error_title'), text, detail, key: 'chat' })
  const ask = (title: string) => toast({ tone: 'info', title, key: 'chat' })
  const what = t('chat.image_failed')
  const refusals = {
    several: () => ask(t('chat.image_several')),
    busy: () => ask(t('chat.image_wait')),
    unsent: () => ask(t('chat.image_unsent_first')),
    type: () => complain(t('chat.image_type')),
  }
  return {
    sent: () => toast({ tone: 'success', title: t('chat.image_sent'), key: 'chat' }),
    refuse: (problem: keyof typeof refusals) => refusals[problem](),
    failed: (error: unknown) => {
      const problem = error instanceof ImageError ? error.problem : undefined
      if (problem === 'not_compressed') complain(t('chat.image_too_big'))
      else if (problem === 'unreadable') complain(t('chat.image_unreadable'))
      else if (isRefusedFile(error)) complain(what, t('chat.image_unreadable'))
      else fail(what, error)
    },
  }
}

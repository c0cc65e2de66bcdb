/** The image that a person chooses, sees and sends in a conversation. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Message } from '@samtur/contract/chat'
import { ImageError } from '#lib/images'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { useDeliverImage } from './delivery.ts'
import { useFailureToast } from './failure.tsx'
import { begin, isBusy, isRefusedFile, remove, send, subscribe, useSending, type Sending } from './image-sending.ts'
import type { Outgoing, ShownImage } from './timeline.ts'

interface Chosen {
  file: Blob
  /** A `blob:` address. */
  src: string
}

export interface Images {
  /** The image that is being sent in this conversation. */
  outgoing: Outgoing | undefined
  /** The image that could not be sent in this conversation. */
  failed: ShownImage | undefined
  /** Whether an image is being sent in any conversation. */
  busy: boolean
  /** The chosen image, which shows before it is sent. */
  chosen: Chosen | undefined
  take: (files: readonly File[]) => void
  sendChosen: () => void
  /** `unreadable`: it cannot be shown, so it is not sent. */
  dropChosen: (reason?: 'unreadable') => void
  retry: () => void
  discard: () => void
}

export function useImages(key: string, chatId: string, messages: readonly Message[]): Images {
  const deliver = useDeliverImage(chatId)
  const { sent, failed, refuse } = useImageToasts()
  const sending = useSending(key)
  const busy = useSyncExternalStore(subscribe, isBusy)
  const [chosen, setChosen] = useState<Chosen>()

  const arrived = sending?.failed && messages.some(({ client_id }) => client_id === sending.shown.client_id)
  useEffect(() => {
    // The response alone was lost.
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
    // Another conversation has started to send an image meanwhile.
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

const key = 'chat-image'

function useImageToasts() {
  const t = useT()
  const toast = useToast()
  const { fail } = useFailureToast(key)
  const showError = (text: string, detail?: string) =>
    toast({ tone: 'error', title: t('core.error_title'), text, detail, key })
  const showHint = (title: string) => toast({ tone: 'info', title, key })
  const what = t('chat.image_failed')
  const refusals = {
    several: () => showHint(t('chat.image_several')),
    busy: () => showHint(t('chat.image_wait')),
    unsent: () => showHint(t('chat.image_unsent_first')),
    type: () => showError(t('chat.image_type')),
  }
  return {
    sent: () => toast({ tone: 'success', title: t('chat.image_sent'), key }),
    refuse: (problem: keyof typeof refusals) => refusals[problem](),
    failed: (error: unknown) => {
      const problem = error instanceof ImageError ? error.problem : undefined
      if (problem === 'not_compressed') showError(t('chat.image_too_big'))
      else if (problem === 'unreadable') showError(t('chat.image_unreadable'))
      else if (isRefusedFile(error)) showError(what, t('chat.image_unreadable'))
      else fail(what, error)
    },
  }
}

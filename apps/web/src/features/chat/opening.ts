import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isId } from '@samtur/contract/ids'
import { paths } from '@samtur/contract/paths'
import { api, ApiError } from '#lib/api'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { conversationPath } from './conversation-list.tsx'
import { useFailureToast } from './failure.tsx'
import { useOpenChat } from './queries.ts'

/**
 * `/chat?user={id}` begins the conversation with that person, or finds the one there is, and becomes its own address. True
 * while that is under way.
 */
export function useOpening(me: string, userId: string | null, rideId: string | null): boolean {
  const navigate = useNavigate()
  const { mutate } = useOpenChat()
  const { started, failed, forget } = useOutcome()
  const openedFor = useRef<string>(undefined)

  const open = useEffectEvent((id: string) => {
    const giveUp = async (error?: unknown) => {
      failed(error, isRefusal(error) && (await isUnknown(id)))
      void navigate(paths.chat, { replace: true })
    }
    if (id === me) return void giveUp()
    mutate(
      { userId: id, rideId: rideId && isId(rideId.toLowerCase()) ? rideId : undefined },
      {
        onSuccess: (chat) => {
          if (chat.last_message) forget()
          else started()
          void navigate(conversationPath(chat.id), { replace: true })
        },
        onError: (error) => void giveUp(error),
      },
    )
  })
  useEffect(() => {
    // Once per address, although effects may run twice.
    if (userId !== null && openedFor.current !== userId) open(userId)
    openedFor.current = userId ?? undefined
  }, [userId])
  return userId !== null
}

/** Returns whether the error is that of a person who does not exist or cannot be written to. Other errors are not about the person. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && (error.code === 'chat_unavailable' || error.code === 'not_found')

/** Returns whether the person does not exist. The chat refuses an unknown person and one who blocks alike; the profile tells them apart. */
async function isUnknown(id: string) {
  try {
    await api.profiles.get({ params: { id } })
    return false
  } catch (error) {
    return error instanceof ApiError && error.code === 'not_found'
  }
}

const key = 'chat-open'

function useOutcome() {
  const t = useT()
  const toast = useToast()
  const { fail, forget } = useFailureToast(key)
  /** Shows that no conversation was opened. The message for a refusal has no reason, so that a block stays hidden. */
  const failed = (error: unknown, unknown: boolean) => {
    const code = error instanceof ApiError ? error.code : 'chat_unavailable'
    if (unknown || code === 'validation') fail(t('chat.find_failed'))
    else if (code === 'chat_unavailable' || code === 'not_found') fail(t('chat.start_failed'))
    else fail(t('chat.create_failed'), error)
  }
  return { failed, forget, started: () => toast({ tone: 'success', title: t('chat.started'), key }) }
}

import { useState, type ReactNode } from 'react'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { IconButton } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { failureWords } from './failure.tsx'
import { logAround, useFocusKept } from './focus-kept.ts'
import type { MessageEntry } from './timeline.ts'
import { useTakeBack } from './thread-queries.ts'

interface TakeBackProps {
  chatId: string
  entry: MessageEntry
  /** The other person's. */
  name: string
  /** The message. */
  children: ReactNode
}

/** Puts a button beside an own message that takes it back after a confirmation. */
export function TakeBack({ chatId, entry: { id }, name, children }: TakeBackProps) {
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const { mutateAsync } = useTakeBack(chatId)
  const button = useFocusKept<HTMLButtonElement>(logAround)
  const { start, busy } = useAction({
    toastKey: 'chat-take-back',
    run: async () => id !== undefined && mutateAsync(id),
    failure: failureWords(t('chat.take_back_failed')),
  })
  const takeBack = () => {
    // The button has the focus again before the response comes, and passes it on when it goes.
    setConfirming(false)
    void start(undefined)
  }
  return (
    <div className="flex w-full items-center justify-end gap-1">
      <IconButton
        ref={button}
        icon="undo"
        label={t('chat.take_back')}
        title={t('chat.take_back')}
        aria-disabled={busy || undefined}
        className="shrink-0 text-soft"
        onClick={() => busy || setConfirming(true)}
      />
      {children}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={takeBack}
        title={t('chat.take_back_title')}
        confirmLabel={t('chat.take_back')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
      >
        <p className="wrap-anywhere">{t('chat.take_back_text', { name })}</p>
      </ConfirmDialog>
    </div>
  )
}

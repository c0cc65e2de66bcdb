import { useState, type ReactNode } from 'react'
import { useT } from '#lib/i18n'
import { IconButton } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { useFailureToast } from './failure.tsx'
import { logAround, useFocusKept } from './focus-kept.ts'
import type { MessageEntry } from './model.ts'
import { useTakeBack } from './queries.ts'

interface TakeBackProps {
  chatId: string
  entry: MessageEntry
  /** The other person's. */
  name: string
  /** The message. */
  children: ReactNode
}

/** An own message with a button beside it that takes it back, after a question. */
export function TakeBack({ chatId, entry: { id }, name, children }: TakeBackProps) {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const { mutate, isPending } = useTakeBack(chatId)
  const fail = useFailureToast()
  const button = useFocusKept<HTMLButtonElement>(logAround)
  const takeBack = () => {
    // The button has the focus again when the answer comes, and hands it on when it goes.
    setAsked(false)
    if (id !== undefined) mutate(id, { onError: (error) => fail(t('chat.take_back_failed'), error) })
  }
  return (
    <div className="flex w-full items-center justify-end gap-1">
      <IconButton
        ref={button}
        icon="undo"
        label={t('chat.take_back')}
        title={t('chat.take_back')}
        aria-disabled={isPending || undefined}
        className="shrink-0 text-soft"
        onClick={() => isPending || setAsked(true)}
      />
      {children}
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
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

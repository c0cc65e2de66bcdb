import { useState, type ComponentType, type ReactNode } from 'react'
import { ApiError } from '#lib/api'
import type { ReauthenticationDialogProps } from './reauthentication-dialog.tsx'

interface Question {
  Dialog: ComponentType<ReauthenticationDialogProps>
  close: (proven: boolean) => void
}

/** Loads the dialog on first use, because few people see it. */
const loadDialog = async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog

const needsProof = (error: unknown) => error instanceof ApiError && error.code === 'reauthentication_required'

/**
 * Runs actions that need a recent authentication. When the server refuses an action for that reason, `run` asks for the password or a code
 * and runs the action once more. Resolves to false when the person closes the dialog; throws the action's errors. The caller renders `dialog`.
 */
export function useReauthentication() {
  const [question, setQuestion] = useState<Question>()
  const ask = async () => {
    const Dialog = await loadDialog()
    return new Promise<boolean>((resolve) => {
      const close = (proven: boolean) => {
        setQuestion(undefined)
        resolve(proven)
      }
      setQuestion({ Dialog, close })
    })
  }
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    try {
      await action()
      return true
    } catch (error) {
      if (!needsProof(error)) throw error
    }
    if (!(await ask())) return false
    await action()
    return true
  }
  const dialog: ReactNode = question && (
    <question.Dialog onShown={() => question.close(true)} onClose={() => question.close(false)} />
  )
  return { run, dialog }
}

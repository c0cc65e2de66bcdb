import { useState, type ComponentType, type ReactNode } from 'react'
import { ApiError } from '#lib/api'
import { needCatalogues } from '#lib/i18n'
import type { ReauthenticationDialogProps } from './reauthentication-dialog.tsx'

interface Question {
  Dialog: ComponentType<ReauthenticationDialogProps>
  answer: (shown: boolean) => void
}

/** Few actions need the dialog, and few people see it: it comes with its texts when it is wanted. */
async function loadDialog() {
  const [{ ReauthenticationDialog }] = await Promise.all([
    import('./reauthentication-dialog.tsx'),
    needCatalogues(['account_errors', 'accounts', 'fields', 'security']),
  ])
  return ReauthenticationDialog
}

const needsProof = (error: unknown) => error instanceof ApiError && error.code === 'reauthentication_required'

/**
 * For actions that the server refuses to a session which has not shown its password within the last minutes. `run(action)` runs it;
 * when it is refused for that reason, the person is asked for the password, or a code from a mail, and the action runs once more.
 * Resolves to false when the person would rather not, and fails as the action fails. `dialog` has to be rendered.
 */
export function useReauthentication() {
  const [question, setQuestion] = useState<Question>()
  const ask = async () => {
    const Dialog = await loadDialog()
    return new Promise<boolean>((resolve) => {
      const answer = (shown: boolean) => {
        setQuestion(undefined)
        resolve(shown)
      }
      setQuestion({ Dialog, answer })
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
    <question.Dialog onShown={() => question.answer(true)} onClose={() => question.answer(false)} />
  )
  return { run, dialog }
}

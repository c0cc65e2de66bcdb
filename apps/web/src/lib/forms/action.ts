import { useRef, useState } from 'react'
import { useClearToast, useToast, type ToastMessage } from '#ui/toast'
import { reasonBeside, useErrorText } from '../error-text.ts'
import { useT } from '../i18n.ts'

type Words = Omit<ToastMessage, 'tone' | 'key'>

export interface ActionOptions<Input, Result> {
  /** Names the action: its next attempt removes the toast of the one before. */
  toastKey: string
  /** Sends the request. Returns false when the person stopped it: then no toast shows. */
  run: (input: Input) => Promise<Result | false>
  /** Runs after a success. */
  onDone?: (result: Result, input: Input) => void
  /** Returns the words of the toast after a success. */
  success?: (result: Result, input: Input) => Words | undefined
  /** Handles an error. Returns true when no toast is needed. */
  onError?: (error: unknown, input: Input) => boolean | void | Promise<boolean | void>
  /** What failed, shown above the reason; or the words of the toast. */
  failure?: string | ((error: unknown, reason: string, input: Input) => Partial<Words>)
}

/** Runs what a button starts: once at a time, with a toast for the success and for an error. The text of the error is returned as `problem`. */
export function useAction<Input, Result>({
  toastKey,
  run,
  onDone,
  success,
  onError,
  failure,
}: ActionOptions<Input, Result>) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const errorText = useErrorText()
  // Set at once, where the state waits for the next rendering: a second press in between sends nothing.
  const running = useRef(false)
  const [current, setCurrent] = useState<{ input: Input }>()
  const [failed, setFailed] = useState<{ error: unknown; input: Input }>()

  const fail = async (error: unknown, input: Input) => {
    setFailed({ error, input })
    if (await onError?.(error, input)) return
    const reason = errorText(error)
    const words = typeof failure === 'string' ? { text: failure, detail: reasonBeside(t, error) } : { text: reason }
    const own = typeof failure === 'function' ? failure(error, reason, input) : {}
    toast({ tone: 'error', title: t('core.error_title'), ...words, ...own, key: toastKey })
  }
  const start = async (input: Input) => {
    if (running.current) return
    running.current = true
    setCurrent({ input })
    setFailed(undefined)
    clearToast(toastKey)
    try {
      const result = await run(input)
      if (result === false) return
      const words = success?.(result, input)
      if (words) toast({ tone: 'success', ...words, key: toastKey })
      onDone?.(result, input)
    } catch (error) {
      await fail(error, input)
    } finally {
      running.current = false
      setCurrent(undefined)
    }
  }
  return {
    /** Resolves when the action has ended, also after an error. */
    start,
    busy: current !== undefined,
    /** What is running now. */
    running: current?.input,
    /** The last attempt's error. */
    error: failed?.error,
    /** What the last attempt sent, if it failed. */
    failedInput: failed?.input,
    problem: failed && errorText(failed.error),
    /** Takes back what the last attempt showed. */
    forget: () => setFailed(undefined),
  }
}

import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

export interface FailureProps {
  title?: ReactNode
  /** The reason. */
  text: string
  /** The button's label. */
  retry: string
  busy: boolean
  onRetry: () => void
  className?: string
}

/** Shown in place of content that failed to load: the error, and a button to try again. */
export function Failure({ title, text, retry, busy, onRetry, className }: FailureProps) {
  const again = (
    <Button variant="quiet" size="sm" icon="refresh" busy={busy} onClick={onRetry}>
      {retry}
    </Button>
  )
  return (
    <Alert tone="danger" live title={title} action={again} className={className}>
      {text}
    </Alert>
  )
}

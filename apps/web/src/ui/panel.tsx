import type { ReactNode, Ref } from 'react'
import { Card } from './card.tsx'

export interface PanelProps {
  /** The heading's id is `{id}-heading`. */
  id: string
  title: ReactNode
  /** A word beside the heading: on, off. */
  status?: ReactNode
  /** Explains the setting in a sentence or two. */
  lead?: ReactNode
  /** For moving the focus to the heading when the pressed button disappears. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** One setting on a page of several. */
export function Panel({ id, title, status, lead, headingRef, children }: PanelProps) {
  const headingId = `${id}-heading`
  return (
    <Card as="section" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="min-w-0 text-xl">
          {title}
        </h2>
        {status}
      </div>
      {lead && <p className="mt-1 max-w-text text-soft">{lead}</p>}
      {children && <div className="mt-4 flex flex-col items-start gap-4">{children}</div>}
    </Card>
  )
}

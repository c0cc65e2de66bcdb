import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'

interface LongListProps {
  label: string
  /** The label of the button that loads more. */
  moreLabel: string
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** For rows without space at their sides. */
  inset?: boolean
  /** Uses the full height, however few rows there are. */
  tall?: boolean
  className?: string
  children: ReactNode
}

/** Rows in a scrolling area that loads more at its end. */
export function LongList({ label, moreLabel, query, inset, tall, className = '', children }: LongListProps) {
  return (
    <Card padding="none" className={className}>
      {/* A scrolling area has to be reachable by keyboard. */}
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className={`relative overflow-y-auto rounded-card focus-visible:-outline-offset-2 ${tall ? 'h-150' : 'max-h-150'}`}
      >
        <ul className={inset ? 'px-4' : ''}>{children}</ul>
        {query.hasNextPage && (
          <div className="flex justify-center border-t border-line p-3">
            <Button
              variant="quiet"
              size="sm"
              busy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {moreLabel}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

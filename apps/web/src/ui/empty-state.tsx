import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** One of the landscapes. */
  drawing?: ReactNode
  title: ReactNode
  /** What to do next. */
  text?: ReactNode
  action?: ReactNode
  /** The heading's level on its page. */
  level?: 'h1' | 'h2' | 'h3'
  className?: string
}

export function EmptyState({ drawing, title, text, action, level: Heading = 'h2', className = '' }: EmptyStateProps) {
  return (
    <div className={`mx-auto flex max-w-[30rem] flex-col items-center px-2 py-8 text-center sm:py-12 ${className}`}>
      {drawing && <div className="mb-5 w-full max-w-80">{drawing}</div>}
      <Heading
        tabIndex={Heading === 'h1' ? -1 : undefined}
        className={`text-xl ${Heading === 'h3' ? '' : 'sm:text-2xl'}`}
      >
        {title}
      </Heading>
      {text && <p className="mt-2 text-soft">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'

const widths = { page: 'max-w-page', text: 'max-w-[48rem]', form: 'max-w-[40rem]' }

export interface PageProps {
  /** `page` 1120 px, `text` for reading, `form` for one column of fields. */
  width?: keyof typeof widths
  className?: string
  children: ReactNode
}

/** The column of a page's content. The layout has `<main>`. */
export function Page({ width = 'page', className = '', children }: PageProps) {
  return <div className={`mx-auto w-full px-4 py-6 sm:px-8 sm:py-10 ${widths[width]} ${className}`}>{children}</div>
}

export interface PageHeaderProps {
  title: ReactNode
  /** One or two sentences below the heading. */
  lead?: ReactNode
  /** A link back, above the heading. */
  back?: ReactNode
  /** At the end of the heading's row, below it on a phone. */
  actions?: ReactNode
}

/** The page's one `h1`; a route change moves the focus to it. */
export function PageHeader({ title, lead, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-col gap-2 sm:mb-8">
      {back}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="min-w-0">
          {title}
        </h1>
        {actions && <div className="flex flex-wrap items-center gap-2.5">{actions}</div>}
      </div>
      {lead && <p className="max-w-text text-lg text-soft">{lead}</p>}
    </header>
  )
}

export interface SectionProps {
  title: ReactNode
  /** At the end of the heading's row, such as 'Se alle turer'. */
  action?: ReactNode
  /** Needed when the section is a landmark. */
  id?: string
  className?: string
  children: ReactNode
}

/** A part of a page with its `h2`; sections are 48 to 72 px apart. */
export function Section({ title, action, id, className = '', children }: SectionProps) {
  const headingId = id && `${id}-heading`
  return (
    <section id={id} aria-labelledby={headingId} className={`mt-12 first:mt-0 sm:mt-16 ${className}`}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id={headingId}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Two columns of cards from 900 px on. */
export function CardGrid({
  as: Tag = 'div',
  className = '',
  children,
}: {
  as?: 'div' | 'ul'
  className?: string
  children: ReactNode
}) {
  return <Tag className={`grid gap-4 sm:gap-4.5 md:grid-cols-2 ${className}`}>{children}</Tag>
}

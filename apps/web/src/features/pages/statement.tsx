import type { ReactNode } from 'react'
import { boot } from '#lib/boot'
import { TextLink } from '#ui/link'
import { Page, PageHeader } from '#ui/page'

/** A page to read, with its date. */
export function Statement(props: { title: string; lead: string; updated: string; children: ReactNode }) {
  const { title, lead, updated, children } = props
  return (
    <Page width="text">
      <PageHeader title={title} lead={lead} />
      <p className="text-soft">{updated}</p>
      <div className="mt-8 flex flex-col gap-9">{children}</div>
    </Page>
  )
}

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="max-w-text">
      <h2 id={`${id}-heading`} className="text-xl">
        {title}
      </h2>
      <div className="mt-2.5">{children}</div>
    </section>
  )
}

/** The contact address, as a component for a text. */
export const mailLink = (
  <TextLink key="mail" to={`mailto:${boot.config.support_email}`} dir="ltr" className="wrap-anywhere" />
)

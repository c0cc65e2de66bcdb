import type { ReactNode } from 'react'

/** A part of a list with its heading, closer to its neighbours than the sections of a page to read. */
export function ListSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 first:mt-0 sm:mt-10">
      <h2 className="mb-2 text-lg/6 sm:mb-4 sm:text-2xl">{title}</h2>
      {children}
    </section>
  )
}

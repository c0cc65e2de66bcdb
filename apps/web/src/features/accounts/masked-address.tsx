import type { ReactNode } from 'react'

/** The address between two tags of a text. */
export const MaskedAddress = ({ children }: { children?: ReactNode }) => (
  <bdi className="inline-block max-w-full font-semibold wrap-anywhere text-text">{children}</bdi>
)

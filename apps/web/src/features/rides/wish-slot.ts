import { createContext, type ReactNode } from 'react'
import type { SearchAddress } from '@samtur/contract/filters'

interface WishProps {
  search: SearchAddress
  /** It has found rides, but not many. */
  few?: boolean
}

/** Provides the card of the feature `wanted`, which builds on this one; the route of the search puts both together. */
export const WishContext = createContext<(props: WishProps) => ReactNode>(() => null)

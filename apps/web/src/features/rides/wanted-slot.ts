import { createContext, type ReactNode } from 'react'
import type { SearchAddress } from '@samtur/contract/filters'

interface WantedProps {
  search: SearchAddress
  /** `few`: the search has found rides, but not many. `end`: below everything else, where it has found none. */
  place?: 'few' | 'end'
}

/** Provides the card and the ways on of the feature `wanted`, which builds on this one; the route of the search puts both together. */
export const WantedContext = createContext<(props: WantedProps) => ReactNode>(() => null)

import { createContext, type ReactNode } from 'react'
import type { SearchAddress } from '@samtur/contract/filters'

/** Provides the ways on of the feature `wanted` after a search that found nothing; the route of the search puts both together. */
export const OtherWaysContext = createContext<(props: { search: SearchAddress }) => ReactNode>(() => null)

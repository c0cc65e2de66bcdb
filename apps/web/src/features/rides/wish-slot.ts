import { createContext, type ComponentType } from 'react'
import type { SearchAddress } from '@samtur/contract/filters'

/** `few`: the search has found rides, but not many. */
type WishSlot = ComponentType<{ search: SearchAddress; few?: boolean }>

/** Provides the card of the feature `wanted`, which builds on this one; the route of the search puts both together. */
export const WishContext = createContext<WishSlot>(() => null)

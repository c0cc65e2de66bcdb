import { createContext, type ReactNode } from 'react'

/** Provides the line of the feature `wanted` about a route that is being typed; the route of the page puts both together. */
export const WantedLineContext = createContext<(route: { places: string[] }) => ReactNode>(() => null)

import { createContext, type ComponentType } from 'react'

/** Provides the line of the feature `wanted` about a route that is being typed; the route of the page puts both together. */
export const WantedLineContext = createContext<ComponentType<{ from: string; to: string }>>(() => null)

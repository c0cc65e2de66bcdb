import type { RouteObject } from 'react-router'
import { Layout } from './layout.tsx'

/** Every page, from the modules in routes/. */
const pages = import.meta.glob<RouteObject>('../routes/*.ts', { eager: true, import: 'default' })

export const routes: RouteObject[] = [{ id: 'layout', Component: Layout, children: Object.values(pages) }]

import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { paths, type PageName } from '@samtur/contract/paths'
import { Layout } from './layout.tsx'
import { pages } from './pages.ts'

const routes = (Object.keys(paths) as PageName[]).map((name) => {
  const Page = pages[name]
  return <Route key={name} path={paths[name]} element={<Page />} />
})

/** Every part of the design system in its states; only while developing. */
const Gallery = import.meta.env.DEV ? lazy(() => import('../ui/gallery.tsx')) : undefined

export function Router() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {routes}
        {Gallery && <Route path="/design" element={<Gallery />} />}
        <Route path="*" element={<pages.notFound />} />
      </Route>
    </Routes>
  )
}

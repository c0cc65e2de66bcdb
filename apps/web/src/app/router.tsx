import { Route, Routes } from '#lib/router'
import { paths, type PageName } from '@samtur/contract/paths'
import { useSession } from '#lib/session'
import { lazyPage, type LazyPage } from './lazy-page.ts'
import { Layout } from './layout.tsx'
import { pages } from './pages.ts'

/** Pages that an account in deletion cannot use; they offer to keep the account instead. */
const own = new Set<PageName>([
  'reservations',
  'myRides',
  'chat',
  'ownProfile',
  'editProfile',
  'publishRide',
  'security',
  'notifications',
  'blocked',
  'adminReports',
  'adminSupport',
  'adminUsers',
  'adminRates',
  'adminPoints',
  'adminOperations',
  'editRide',
  'wanted',
  'rideWanted',
  'today',
])
const Closing = lazyPage(() => import('../routes/closing.tsx'), ['account_errors', 'privacy'])

function OwnPage({ page: Page }: { page: LazyPage }) {
  const { me } = useSession()
  return me?.purge_at ? <Closing /> : <Page />
}

const routes = (Object.keys(paths) as PageName[]).map((name) => {
  const Page = pages[name]
  return <Route key={name} path={paths[name]} element={own.has(name) ? <OwnPage page={Page} /> : <Page />} />
})

export function Router() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {routes}
        <Route path="*" element={<pages.notFound />} />
      </Route>
    </Routes>
  )
}

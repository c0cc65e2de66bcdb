/**
 * The router of the pages: addresses to elements, links, and the current address. Names and behaviour follow react-router's
 * declarative mode; the library itself costs 11 kB more in the first view (decision 030).
 */
import {
  Children,
  createContext,
  Fragment,
  isValidElement,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { afterHydration } from './hydration.ts'
import { byExactness, matchPath, type Params } from './route-match.ts'
import {
  createBrowserLocations,
  createMemoryLocations,
  resolve,
  type Current,
  type Location,
  type Locations,
  type To,
} from './locations.ts'

export { matchPath, type Location }

interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

/** State of a page's entry in the history: where signing in from it leads, when that is not the page itself. */
export interface SignInState {
  signInNext: string
}

const nowhere: Current = {
  action: 'POP',
  location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
}
/** The default outside of a router: links stay plain links and navigating does nothing. */
const LocationsContext = createContext<Locations>({ current: () => nowhere, go: () => {}, listen: () => () => {} })
const CurrentContext = createContext(nowhere)
const ParamsContext = createContext<Params>({})
const OutletContext = createContext<ReactNode>(null)

export const useLocation = () => use(CurrentContext).location
export const useNavigationType = () => use(CurrentContext).action
export const useParams = () => use(ParamsContext)
export const Outlet = () => use(OutletContext)

export function useNavigate() {
  const locations = use(LocationsContext)
  return useCallback(
    (to: To | number, options: NavigateOptions = {}) => {
      if (typeof to === 'number') locations.go(to)
      else locations.go(to, options)
    },
    [locations],
  )
}

type SearchInit = string | URLSearchParams | Record<string, string> | [string, string][]

export function useSearchParams() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (next: SearchInit | ((before: URLSearchParams) => SearchInit), options?: NavigateOptions) => {
      const init = typeof next === 'function' ? next(new URLSearchParams(params)) : next
      navigate(`?${new URLSearchParams(init)}`, options)
    },
    [navigate, params],
  )
  return [params, change] as const
}

function Router({ locations, children }: { locations: Locations; children?: ReactNode }) {
  const [current, setCurrent] = useState(locations.current)
  const shown = current.location.pathname
  useLayoutEffect(
    () =>
      locations.listen((next) => {
        // The transition keeps the previous page in view while the code of the next one loads. The same page in another state (another
        // tab) shows at once, because the next key press belongs to it.
        if (next.location.pathname === shown) afterHydration(() => setCurrent(next))
        else afterHydration(() => startTransition(() => setCurrent(next)))
      }),
    [locations, shown],
  )
  return (
    <LocationsContext value={locations}>
      <CurrentContext value={current}>{children}</CurrentContext>
    </LocationsContext>
  )
}

export function BrowserRouter({ children }: { children?: ReactNode }) {
  const [locations] = useState(createBrowserLocations)
  return <Router locations={locations}>{children}</Router>
}

/** Keeps its addresses in memory: for tests and for pages rendered on the server. */
export function MemoryRouter({
  initialEntries = ['/'],
  children,
}: {
  initialEntries?: string[]
  children?: ReactNode
}) {
  const [locations] = useState(() => createMemoryLocations(initialEntries))
  return <Router locations={locations}>{children}</Router>
}

interface RouteProps {
  path?: string
  element?: ReactNode
  children?: ReactNode
}

/** Declares a route. Renders nothing itself: `Routes` reads its properties. */
export const Route = (_: RouteProps): ReactNode => null

interface Branch {
  path: string
  /** The layouts from the outermost to the innermost, then the page. */
  elements: ReactNode[]
}

function branchesOf(children: ReactNode, frames: ReactNode[] = []): Branch[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement(child)) return []
    const { path, element, children: inner } = child.props as RouteProps
    if (child.type === Fragment) return branchesOf(inner, frames)
    const elements = [...frames, element]
    return path === undefined ? branchesOf(inner, elements) : [{ path, elements }, ...branchesOf(inner, elements)]
  })
}

export function Routes({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  const branches = useMemo(() => branchesOf(children).sort((a, b) => byExactness(a.path, b.path)), [children])
  for (const { path, elements } of branches) {
    const match = matchPath(path, pathname)
    if (match) {
      const page = elements.reduceRight<ReactNode>(
        (inner, element) => <OutletContext value={inner}>{element}</OutletContext>,
        null,
      )
      return <ParamsContext value={match.params}>{page}</ParamsContext>
    }
  }
  return null
}

export function Navigate({ to, replace, state }: { to: To; replace?: boolean; state?: unknown }) {
  const navigate = useNavigate()
  const target = JSON.stringify(to)
  useEffect(() => navigate(JSON.parse(target) as To, { replace, state }), [navigate, target, replace, state])
  return null
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To
  replace?: boolean
  state?: unknown
  /** Loads the address from the server instead of changing the page in place. */
  reloadDocument?: boolean
  ref?: Ref<HTMLAnchorElement>
}

const isForUs = (event: MouseEvent, target: string | undefined) =>
  event.button === 0 &&
  (!target || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

export function Link({ to, replace, state, reloadDocument, onClick, ...rest }: LinkProps) {
  const here = useLocation()
  const navigate = useNavigate()
  const outside = typeof to === 'string' && /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to)
  const href = outside ? to : resolve(to, here)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || outside || reloadDocument || !isForUs(event, rest.target)) return
    event.preventDefault()
    // A link to the current address replaces the history entry instead of adding one.
    navigate(href, { replace: replace ?? href === here.pathname + here.search + here.hash, state })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {rest.children}
    </a>
  )
}

export function NavLink({ end, ...rest }: LinkProps & { end?: boolean }): ReactElement {
  const here = useLocation()
  const path = resolve(rest.to, here).split(/[?#]/)[0] ?? '/'
  const current = here.pathname === path || (!end && path !== '/' && here.pathname.startsWith(`${path}/`))
  return <Link aria-current={current ? 'page' : undefined} {...rest} />
}

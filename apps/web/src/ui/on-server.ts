import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}
const no = () => false
const yes = () => true

/** True on the server and during hydration, where both have to render the same. */
export const useOnServer = (): boolean => useSyncExternalStore(never, no, yes)

/** Shows what the server does not render. A component of its own, so that nothing beside it is rendered a second time. */
export const InBrowser = ({ children }: { children: ReactNode }): ReactNode => (useOnServer() ? null : children)

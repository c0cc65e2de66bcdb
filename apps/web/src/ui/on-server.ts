import { useSyncExternalStore } from 'react'

const never = () => () => {}
const no = () => false
const yes = () => true

/** True on the server and during hydration, where both have to render the same. */
export const useOnServer = (): boolean => useSyncExternalStore(never, no, yes)

import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}
const no = () => false
const yes = () => true

/** True on the server, and while what it has drawn comes alive: until then both have to say the same. */
export const useOnServer = (): boolean => useSyncExternalStore(never, no, yes)

/** What stands in the field of that name when it comes alive: somebody may have typed before any script ran. */
export function useTypedEarly(name: string): string | undefined {
  const onServer = useOnServer()
  const [text] = useState(() =>
    onServer && !import.meta.env.SSR
      ? document.querySelector<HTMLInputElement>(`#root [name=${name}]`)?.value
      : undefined,
  )
  return text
}

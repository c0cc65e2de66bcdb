import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}
const no = () => false
const yes = () => true

/** True on the server and during hydration, where both have to render the same. */
export const useOnServer = (): boolean => useSyncExternalStore(never, no, yes)

/** Returns the value of the field with that name at hydration, because a person may have typed before any script ran. */
export function useTypedEarly(name: string): string | undefined {
  const onServer = useOnServer()
  const [text] = useState(() =>
    onServer && !import.meta.env.SSR
      ? document.querySelector<HTMLInputElement>(`#root [name=${name}]`)?.value
      : undefined,
  )
  return text
}

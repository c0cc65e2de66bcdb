import { useState } from 'react'
import { useT } from '#lib/i18n'
import { useLiveState } from '#lib/live'
import { useOnline } from '#lib/use-online'
import { Icon } from '#ui/icon'

/** Lost, and not yet back: the attempts in between change nothing for the reader. */
function useDisconnected(): boolean {
  const state = useLiveState()
  const [lost, setLost] = useState(false)
  if (state === 'errored' && !lost) setLost(true)
  if ((state === 'joined' || state === 'closed') && lost) setLost(false)
  return lost
}

/** Says why messages may take a little longer. Without a network the bar at the top says it already. */
export function ConnectionLine() {
  const t = useT()
  const online = useOnline()
  const disconnected = useDisconnected() && online
  return (
    <div role="status">
      {disconnected && (
        <p className="flex items-center justify-center gap-2 bg-sunk px-4 py-1.5 text-sm text-soft">
          <Icon name="offline" size={16} />
          {t('chat.disconnected')}
        </p>
      )}
    </div>
  )
}

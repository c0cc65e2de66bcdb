import { useSyncExternalStore } from 'react'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineLine() {
  const t = useT()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-tint px-4 py-2 text-center text-sm text-warning">
          <Icon name="offline" size={18} />
          {t('core.offline')}
        </p>
      )}
    </div>
  )
}

import { useT } from '#lib/i18n'
import { useOnline } from '#lib/use-online'
import { Icon } from '#ui/icon'

export function OfflineLine() {
  const t = useT()
  const online = useOnline()
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

import { useT } from '#lib/i18n'
import { Spinner } from '#ui/spinner'

export function PageSpinner() {
  const t = useT()
  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <Spinner label={t('core.loading')} showLabel size={28} />
    </div>
  )
}

import type { NameConfirmation } from '@samtur/contract/profiles'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'

/** Says which service has confirmed the name of a person, and in which month. Shows nothing where none has. Needs the texts `confirmed`. */
export function ConfirmedName({ confirmed }: { confirmed: NameConfirmation | null | undefined }) {
  const t = useT()
  const format = useFormat()
  if (!confirmed) return null
  const { provider, month } = confirmed
  return <Tag icon="check">{t('confirmed.badge', { provider, month: format.month(month) })}</Tag>
}

import { useT } from '#lib/i18n'
import { RadioGroup } from '#ui/choice'

/** One ride of a series, or it and those that follow. */
export type Scope = 'one' | 'following'

interface ScopeChoiceProps {
  value: Scope
  onChange: (scope: Scope) => void
  what: 'cancel' | 'edit'
}

export function ScopeChoice({ value, onChange, what }: ScopeChoiceProps) {
  const t = useT()
  return (
    <RadioGroup
      legend={t(what === 'cancel' ? 'manage.scope_cancel' : 'manage.scope_edit')}
      name="scope"
      value={value}
      onChange={(event) => onChange(event.target.value === 'following' ? 'following' : 'one')}
      options={[
        { value: 'one', label: t('manage.scope_one') },
        { value: 'following', label: t('manage.scope_following'), hint: t('manage.scope_following_hint') },
      ]}
    />
  )
}

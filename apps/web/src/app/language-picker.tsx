import { availableLanguages, languages, type Language } from '@samtur/i18n/translate'
import { useErrorText } from '#lib/error-text'
import { useLanguage, useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { useClearToast, useToast } from '#ui/toast'

const key = 'language'

/** `compact` shows the language's code, where the bar has little room. */
export function LanguagePicker({ className = '', compact = false }: { className?: string; compact?: boolean }) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const errorText = useErrorText()
  const { language, setLanguage } = useLanguage()
  const choose = (value: string) => {
    clearToast(key)
    setLanguage(value as Language).catch((error: unknown) => toast({ tone: 'error', title: errorText(error), key }))
  }
  return (
    <label className={`relative inline-flex items-center text-soft hover:text-text ${className}`}>
      <span className="sr-only">{t('nav.language')}</span>
      <Icon name="globe" className="pointer-events-none absolute start-3" />
      <select
        value={language}
        onChange={(event) => choose(event.target.value)}
        className={`min-h-11 appearance-none rounded-field bg-transparent ps-10 pe-8 font-medium hover:bg-sunk ${compact ? 'w-25 text-transparent' : 'field-sizing-content w-full'}`}
      >
        {availableLanguages.map((code) => (
          <option key={code} value={code} lang={code} className="bg-surface text-text">
            {languages[code].name}
          </option>
        ))}
      </select>
      {compact && (
        <span aria-hidden="true" className="pointer-events-none absolute start-10 font-medium uppercase">
          {language}
        </span>
      )}
      <Icon name="chevron-down" size={16} className="pointer-events-none absolute end-3" />
    </label>
  )
}

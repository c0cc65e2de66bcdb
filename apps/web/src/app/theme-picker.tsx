import { useId, useSyncExternalStore } from 'react'
import { useT } from '#lib/i18n'
import { chooseTheme, type Theme } from '#lib/theme'
import { IconShape } from '#ui/icon'

const icons = {
  light:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.8M12 19.2V21M3 12h1.8M19.2 12H21M5.6 5.6l1.3 1.3M17.1 17.1l1.3 1.3M5.6 18.4l1.3-1.3M17.1 6.9l1.3-1.3',
  dark: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  device:
    'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5ZM9 19.5h6M12 16v3.5',
}

/** Listens for changes of the theme by this tab or another one. */
function onThemeChange(listener: () => void) {
  const changes = new MutationObserver(listener)
  changes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => changes.disconnect()
}
const shownTheme = () => document.documentElement.dataset['theme'] as Theme | undefined

/** Chooses light, dark, or the device's setting. */
export function ThemePicker() {
  const t = useT()
  const name = useId()
  const theme = useSyncExternalStore(onThemeChange, shownTheme, () => undefined)
  const options = [
    { value: 'light', label: t('appearance.light') },
    { value: 'dark', label: t('appearance.dark') },
    { value: 'device', label: t('appearance.device') },
  ] as const
  return (
    <fieldset className="min-w-0">
      <legend className="px-3 pb-1 text-sm text-soft">{t('appearance.title')}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={option}>
          <IconShape d={icons[value]} />
          <span className="min-w-0 flex-1">{label}</span>
          <input
            type="radio"
            name={name}
            checked={value === (theme ?? 'device')}
            onChange={() => chooseTheme(value === 'device' ? undefined : value)}
            className={dot}
          />
        </label>
      ))}
    </fieldset>
  )
}

const option =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 hover:bg-sunk ' +
  'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus'

const dot =
  'size-4 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface outline-none checked:border-[5px] ' +
  'checked:border-brand'

import type { OwnSession } from '@samtur/contract/accounts'
import type { Translate } from '@samtur/i18n/translate'

type Kind = OwnSession['device']['kind']

/** In the stroke of the other icons; only this page has use for them. */
const paths: Record<Kind, string> = {
  desktop: 'M5 5.5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM9 20h6M12 16.5V20',
  mobile:
    'M8.5 3.5h7a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2',
  tablet:
    'M6.5 3.5h11A1.5 1.5 0 0 1 19 5v14a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2',
  other:
    'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM3.5 12h17M12 3.5c2.3 2.3 3.5 5.2 3.5 8.5s-1.2 6.2-3.5 8.5c-2.3-2.3-3.5-5.2-3.5-8.5s1.2-6.2 3.5-8.5Z',
}

export function DeviceIcon({ kind }: { kind: Kind }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={28}
      height={28}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      aria-hidden="true"
      className="mt-0.5 shrink-0 text-soft"
    >
      <path d={paths[kind]} />
    </svg>
  )
}

/** 'Firefox på Windows', as far as it is known. */
export function deviceText(t: Translate, { browser, system }: OwnSession['device']): string {
  if (browser && system) return t('security.device', { browser, system })
  return browser || system || t('security.unknown_device')
}

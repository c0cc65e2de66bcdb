/** Light, dark, or as the device says. The choice is a cookie, so that the server can send the page as it will be. */
import type { Theme } from './theme-choice.ts'

/** Undefined is what the device says. */
export const chosenTheme = () => /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] as Theme | undefined

/** Another tab has chosen; or the page is an old one, out of the browser's memory. */
export function followTheme() {
  const follow = async () => {
    const theme = chosenTheme()
    if (theme !== document.documentElement.dataset['theme']) (await import('./theme-choice.ts')).showTheme(theme)
  }
  // One that cannot be fetched leaves the page as it is.
  for (const event of ['storage', 'pageshow']) addEventListener(event, () => void follow().catch(() => {}))
}

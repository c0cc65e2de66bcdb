/** Light, dark, or the device's setting. The choice is a cookie, so that the server can send the page in its theme. */
import type { Theme } from './theme-choice.ts'

const themeOf = (text: string | null | undefined): Theme | undefined =>
  text === 'light' || text === 'dark' ? text : undefined

/** Returns the stored choice; undefined means that the device decides. Over https the cookie is one that no neighbouring host can set. */
export const chosenTheme = () => themeOf(/(?:^|; )(?:__Host-)?theme=(light|dark)/.exec(document.cookie)?.[1])

/** Applies a choice of another tab, and one made while this page was in the browser's memory. */
export function followTheme() {
  let latest: Theme | undefined
  const follow = async (theme: Theme | undefined) => {
    latest = theme
    const { showTheme } = await import('./theme-choice.ts')
    // The choice may have changed while the module was loading.
    showTheme(latest)
  }
  const followCookie = () => {
    const theme = chosenTheme()
    // When the module fails to load, the page stays as it is.
    if (theme !== document.documentElement.dataset['theme']) follow(theme).catch(() => {})
  }
  // The event carries the choice. Browsers write cookies asynchronously: the cookie may still hold the choice before it.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') follow(themeOf(newValue)).catch(() => {})
  })
  addEventListener('pageshow', followCookie)
  document.addEventListener('visibilitychange', followCookie)
}

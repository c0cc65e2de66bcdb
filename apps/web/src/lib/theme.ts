/** Light, dark, or the device's setting. The choice is a cookie, so that the server can send the page in its theme. */
export type Theme = 'light' | 'dark'

const key = 'theme'
const year = 365 * 24 * 60 * 60

const themeOf = (text: string | null | undefined): Theme | undefined =>
  text === 'light' || text === 'dark' ? text : undefined

/** Returns the stored choice; undefined means that the device decides. Over https the cookie is one that no neighbouring host can set. */
export const chosenTheme = () => themeOf(/(?:^|; )(?:__Host-)?theme=(light|dark)/.exec(document.cookie)?.[1])

/** Applies a choice of another tab, and one made while this page was in the browser's memory. */
export function followTheme() {
  const followCookie = () => {
    const theme = chosenTheme()
    if (theme !== document.documentElement.dataset['theme']) showTheme(theme)
  }
  // The event carries the choice. Browsers write cookies asynchronously: the cookie may still hold the choice before it.
  addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed === key) showTheme(themeOf(newValue))
  })
  addEventListener('pageshow', followCookie)
  document.addEventListener('visibilitychange', followCookie)
}

/** Chooses light or dark on this device; undefined is the device's own. Nothing is stored before a choice. */
export function chooseTheme(theme: Theme | undefined) {
  const https = location.protocol === 'https:'
  const [name, secure] = https ? [`__Host-${key}`, '; Secure'] : [key, '']
  document.cookie = `${name}=${theme ?? ''}; Path=/; Max-Age=${theme ? year : 0}; SameSite=Lax${secure}`
  showTheme(theme)
  try {
    // Notifies the other tabs; the server and every new page read the cookie.
    if (theme) localStorage.setItem(key, theme)
    else localStorage.removeItem(key)
  } catch {
    // The other tabs follow on their next load.
  }
}

export function showTheme(theme: Theme | undefined) {
  const { dataset } = document.documentElement
  if (theme) dataset['theme'] = theme
  else delete dataset['theme']
  // The colour of the browser's own frame. The server sends it the same way (`dressPage`).
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const scheme = meta.dataset['scheme']
    meta.media = theme ? (theme === scheme ? 'all' : 'not all') : `(prefers-color-scheme: ${scheme})`
  }
}

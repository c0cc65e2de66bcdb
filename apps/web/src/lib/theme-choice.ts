/** Chooses light or dark on this device. Nothing is stored before a choice. */
export type Theme = 'light' | 'dark'

const key = 'theme'
const year = 365 * 24 * 60 * 60

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

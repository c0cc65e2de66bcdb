/**
 * Loads the scripts of a page that the server has rendered once the page is painted, so that they do not compete with its text, style and font
 * for a slow network. The server names them (`afterPaint` in the server's pages/rules.ts).
 */
const { entry = '', files = '' } = (document.currentScript as HTMLScriptElement).dataset

function load() {
  for (const href of files.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: entry }))
}

// A hidden tab is painted only when it is shown.
if (document.hidden) load()
else
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect()
    load()
  }).observe({ type: 'paint', buffered: true })

/**
 * Loads the scripts of a server-rendered page once the browser has painted it. Before that they would share the network with the style sheet and the
 * fonts, which show the page.
 */
const { module = '', preload = '' } = document.currentScript?.dataset ?? {}
/** Milliseconds after which the scripts load without a paint, for example in a tab that is not shown. */
const PATIENCE = 3000

let loaded = false
function load() {
  if (loaded) return
  loaded = true
  for (const href of preload.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: module }),
  )
}

setTimeout(load, PATIENCE)
new PerformanceObserver(load).observe({ type: 'paint', buffered: true })

// Starts every test of a component with an empty page and all texts in Norwegian, adds what its browser lacks, and lets it wait as long as other tests.
import { cleanup, configure } from '@testing-library/react'
import { loadersOf, type CatalogueName } from '@samtur/i18n/gen/catalogues'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { patient } from '../apps/server/test/patience.ts'
import { needCatalogues, showLanguage } from '../apps/web/src/lib/i18n.ts'

configure({ asyncUtilTimeout: patient(5_000) })
afterEach(cleanup)
// Parts of the pages load their texts by what the build adds (apps/web/texts.ts).
beforeAll(async () => {
  await showLanguage('no')
  await needCatalogues(Object.keys((await loadersOf.no()).loaders) as CatalogueName[])
})

function show(this: HTMLDialogElement) {
  this.open = true
}
function close(this: HTMLDialogElement) {
  this.open = false
}

// A test of the API client runs without a page.
if (typeof HTMLElement !== 'undefined') {
  Object.assign(HTMLDialogElement.prototype, { show, showModal: show, close })
  Element.prototype.scrollIntoView = () => {}
  // jsdom's frames come from an interval, and none comes any more after a test has replaced the timers while one was requested.
  const { setTimeout: later, clearTimeout: forget } = globalThis
  Object.assign(globalThis, {
    requestAnimationFrame: (step: FrameRequestCallback) => Number(later(() => step(performance.now()), 16)),
    cancelAnimationFrame: (frame: number) => forget(frame),
  })
  // Many files share a page: each leaves it as it was.
  afterAll(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    localStorage.clear()
    sessionStorage.clear()
    for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
    history.replaceState(null, '', '/')
    document.title = ''
    delete document.documentElement.dataset['theme']
  })
}

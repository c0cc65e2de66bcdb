// Starts every test of a component with an empty page, adds what its browser lacks, and lets it wait as long as other tests.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)

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
  // Many files share a page: each leaves it as it was.
  afterAll(() => {
    vi.useRealTimers()
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

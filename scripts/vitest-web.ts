// Starts every test of a component with an empty page, adds what its browser lacks, and lets it wait as long as other tests.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

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
}

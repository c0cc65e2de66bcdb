// Starts every test of a component with an empty page, and lets it wait as long as other tests.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)

import { Suspense } from 'react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { optionalPart } from './optional-part.ts'

test('a page does without a part that cannot be loaded', async () => {
  const Part = optionalPart(() => Promise.reject(new TypeError('gone')))
  render(
    <Suspense>
      <Part />
      <p>page</p>
    </Suspense>,
  )
  expect(await screen.findByText('page')).toBeDefined()
})

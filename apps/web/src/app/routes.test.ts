import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '@samtur/contract/paths'
import { routes } from './routes.ts'

const pageAt = (address: string) => matchRoutes(routes, address)?.at(-1)?.route.id

test('every page has a route', () => {
  const pages = routes.flatMap(({ children }) => children ?? []).map(({ id = '' }) => id)
  expect(new Set(pages)).toEqual(new Set([...Object.keys(paths), 'notFound']))
})

test('an address leads to its page, and an unknown one to the page for missing pages', () => {
  expect(pageAt('/terms?x=1#law')).toBe('terms')
  expect(pageAt('/rides/1/edit')).toBe('editRide')
  expect(pageAt('/help-support/emergency')).toBe('helpArticle')
  expect(pageAt('/no/such/page')).toBe('notFound')
})

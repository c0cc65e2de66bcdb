import { expect, test } from 'vitest'
import { describeOutdated } from './run/outdated.mjs'

test('dependencies that are behind are named once, with the version of 30 days ago', () => {
  const found = {
    knip: { current: '6.9.0', latest: '6.43.0' },
    '@orpc/contract': [
      { current: '1.15.3', latest: '1.16.1', dependent: 'web' },
      { current: '1.15.3', latest: '1.16.1', dependent: 'server' },
    ],
    'a package that is newer than the one of 30 days ago': { current: '2.0.10', latest: '2.0.9' },
    'a package of another system': { latest: '26.10.0' },
  }
  expect(describeOutdated(JSON.stringify(found))).toBe(
    'More than 30 days behind: knip 6.9.0 (6.43.0), @orpc/contract 1.15.3 (1.16.1)',
  )
})

test('nothing is said where nothing is behind, or the registry does not answer', () => {
  expect(describeOutdated('{}')).toBe('')
  expect(describeOutdated('')).toBe('')
  expect(describeOutdated(JSON.stringify({ error: { code: 'ENOTFOUND' } }))).toBeUndefined()
  expect(describeOutdated('npm could not be started')).toBeUndefined()
})

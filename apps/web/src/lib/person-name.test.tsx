import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from './i18n.ts'
import { PersonName, ProfileLink } from './person-name.ts'

afterEach(cleanup)

const show = (full_name: string) =>
  render(
    <MemoryRouter>
      <ProfileLink person={{ id: 'u-1', full_name }}>
        <PersonName name={full_name} />
      </ProfileLink>
    </MemoryRouter>,
  )

test('a name links to the profile', () => {
  show('Kari Nordmann')
  expect(screen.getByRole('link', { name: 'Kari Nordmann' }).getAttribute('href')).toBe('/profile/u-1')
})

test.each([
  ['no', 'Slettet bruker'],
  ['en', 'Deleted user'],
] as const)('a deleted account has a name in words and no link (%s)', async (language, words) => {
  await setLanguage(language)
  show('')
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

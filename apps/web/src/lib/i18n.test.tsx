import { render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { needCatalogues, showLanguage, T } from './i18n.ts'

beforeAll(async () => {
  await needCatalogues(['accounts'])
  await showLanguage('en')
})

test('an element replaces its tag in the text', () => {
  const { container } = render(<T id="accounts.agree" components={[<strong key="terms" />]} />)
  expect(container.textContent).toBe('I agree to the Terms of Service and Privacy Policy')
  expect(container.querySelector('strong')?.textContent).toBe('Terms of Service and Privacy Policy')
})

test('values are inserted as text, whatever they contain', () => {
  const { container } = render(
    <T id="accounts.mail_sent_text" values={{ email: '<b>ola</b>@x.no' }} components={[<strong key="email" />]} />,
  )
  expect(container.querySelector('strong')?.textContent).toBe('<b>ola</b>@x.no')
  expect(container.querySelector('b')).toBeNull()
})

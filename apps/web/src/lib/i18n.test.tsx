import { render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { needCatalogues, showLanguage, T } from './i18n.ts'

beforeAll(async () => {
  await needCatalogues(['accounts'])
  await showLanguage('en')
})

test('an element stands where the text has its tag', () => {
  const { container } = render(<T id="accounts.agree" components={[<strong key="terms" />]} />)
  expect(container.textContent).toBe('I agree to the Terms of Service and Privacy Policy')
  expect(container.querySelector('strong')?.textContent).toBe('Terms of Service and Privacy Policy')
})

test('values are text, whatever they look like', () => {
  const { container } = render(
    <T id="accounts.mail_sent_text" values={{ email: '<b>ola</b>@x.no' }} components={[<strong key="email" />]} />,
  )
  expect(container.querySelector('strong')?.textContent).toBe('<b>ola</b>@x.no')
  expect(container.querySelector('b')).toBeNull()
})

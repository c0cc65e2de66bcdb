/** Reads of the port that are no endpoints have the right of the endpoint that they belong to. */
import { contract } from '@samtur/contract/contract'
import { expect, test } from 'vitest'
import { createProduct } from './product.ts'

const router = { support: { all: contract.support.all } } as never
const productFor = createProduct({ parts: {} as never, adminNeedsTwoFactor: true, router, search: {} as never })
const person = { role: 'user', verified: true, purgeAt: null, aal: 'aal2' }

test.each([
  ['a visitor', null, 'unauthenticated'],
  ['a person', person, 'forbidden'],
  ['an administrator without the second factor', { ...person, role: 'admin', aal: 'aal1' }, 'two_factor_required'],
])('%s reads no details of requests to the support', async (_, caller, code) => {
  const product = productFor(caller as never, { headers: {} } as never)
  await expect(product.supportDetails([])).rejects.toMatchObject({ code })
})

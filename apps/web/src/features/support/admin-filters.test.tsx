import { createRef } from 'react'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, kari } from '../../../test/server.ts'
import { show, shownAddress } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { Filters } from './admin-filters.tsx'

fakeServer({ me: { ...kari, role: 'admin' }, answers: {} })

test('the chosen state and type are in the address', async () => {
  await show(<Filters search={createRef()} />, '/admin/support')
  fireEvent.change(screen.getByLabelText(text('admin_support.type_label')), { target: { value: 'safety' } })
  fireEvent.change(screen.getByLabelText(text('admin.state')), { target: { value: 'resolved' } })
  expect(shownAddress()).toBe('/admin/support?type=safety&status=resolved')
})

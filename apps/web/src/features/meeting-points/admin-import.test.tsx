// An administrator imports a file of meeting points: a refusal names the line and the column, and the text stays.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { AdminImport } from './admin-import.tsx'

const server = fakeServer()

const table = 'id,place_id\n,1\n,x\n'
const content = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: text('admin_points.content') })
const send = () => fireEvent.click(screen.getByRole('button', { name: text('admin_points.import') }))

const open = async (onClose = () => {}) => show(<AdminImport onClose={onClose} />)

test('a refused file stays, with the line marked, and is accepted once it is corrected', async () => {
  server.answers['meetingPoints.import'] = () =>
    refusal('validation', { fields: { csv: 'not_a_whole_number' }, params: { line: 3, column: 'place_id' } })
  const close = vi.fn()
  await open(close)
  fireEvent.change(content(), { target: { value: table } })
  send()
  const problem = text('fields.not_a_whole_number')
  expect(
    await screen.findByText(text('admin_points.import_cell', { line: '3', column: 'place_id', problem })),
  ).toBeTruthy()
  expect(content().value).toBe(table)
  expect(content().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(content())
  await waitFor(() => expect(table.slice(content().selectionStart, content().selectionEnd)).toBe(',x'))
  expect(close).not.toHaveBeenCalled()

  server.answers['meetingPoints.import'] = () => ({ added: 2, changed: 0, unchanged: 1 })
  fireEvent.change(content(), { target: { value: 'id,place_id\n,1\n,2\n' } })
  send()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(server.sentTo('meetingPoints.import').map(({ body }) => body.csv)).toEqual([table, 'id,place_id\n,1\n,2\n'])
  expect(
    screen.getByText(text('admin_points.imported_text', { added: '2', changed: '0', unchanged: '1' })),
  ).toBeTruthy()
})

test('a refusal of a whole line names the line alone', async () => {
  server.answers['meetingPoints.import'] = () =>
    refusal('validation', { fields: { csv: 'too_many' }, params: { line: 302 } })
  await open()
  fireEvent.change(content(), { target: { value: table } })
  send()
  const problem = text('fields.too_many')
  expect(await screen.findByText(text('admin_points.import_line', { line: '302', problem }))).toBeTruthy()
})

test('a chosen file fills the field, and nothing is sent without content', async () => {
  await open()
  send()
  expect(await screen.findByText(text('admin_points.file_missing'))).toBeTruthy()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const file = new File(['id,name\n,Ørje'], 'points.csv', { type: 'text/csv' })
  if (input) fireEvent.change(input, { target: { files: [file] } })
  await waitFor(() => expect(content().value).toBe('id,name\n,Ørje'))
  expect(screen.queryByText(text('admin_points.file_missing'))).toBeNull()
  expect(server.sentTo('meetingPoints.import')).toEqual([])
})

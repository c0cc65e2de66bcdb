import { beforeEach, expect, test } from 'vitest'
import { clearDraft, loadDraft, saveDraft } from './model.ts'

const values = { full_name: 'Ola', phone: '', address: '', gender: '', age: '34' } as const

beforeEach(clearDraft)

test('what was begun is found again, by the same person only', () => {
  expect(loadDraft('ola')).toBeUndefined()
  saveDraft('ola', values)
  expect(loadDraft('ola')).toEqual(values)
  expect(loadDraft('kari')).toBeUndefined()
})

test('nothing is left once it is cleared, and what is no draft is none', () => {
  saveDraft('ola', values)
  clearDraft()
  expect(loadDraft('ola')).toBeUndefined()
  sessionStorage.setItem('profile-draft', '{')
  expect(loadDraft('ola')).toBeUndefined()
})

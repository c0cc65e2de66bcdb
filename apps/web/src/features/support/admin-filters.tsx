import type { RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { lengths } from '@samtur/contract/constants'
import { filterTypes, supportStatuses } from '@samtur/contract/support'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { Select, TextInput } from '#ui/text-input'
import { changedAddress } from '#lib/changed-address'
import { useSearchText } from '#lib/search-text'
import { readRequestsAddress } from './admin-model.ts'
import { statusText, typeText } from './admin-states.tsx'

/** The list's filters. They are in the address, so that a view can be shared and the back button works. */
export function Filters({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const { status, type } = readRequestsAddress(params)
  const [text, setText] = useSearchText()
  const choose = (name: string, value: string) =>
    setParams(changedAddress(params, { [name]: value }), { replace: true })
  return (
    <search className="grid grid-cols-2 gap-4 md:grid-cols-[minmax(0,1fr)_13rem_13rem]">
      <Field label={t('admin_support.search')} hint={t('admin_support.search_hint')} className="max-md:col-span-2">
        <TextInput
          ref={search}
          type="search"
          name="q"
          value={text}
          maxLength={lengths.subject}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Field label={t('admin.state')}>
        <Select name="status" value={status} onChange={(event) => choose('status', event.target.value)}>
          <option value="">{t('admin.state_all')}</option>
          {supportStatuses.map((each) => (
            <option key={each} value={each}>
              {statusText(t, each)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('admin_support.type_label')}>
        <Select name="type" value={type} onChange={(event) => choose('type', event.target.value)}>
          <option value="">{t('admin.state_all')}</option>
          {filterTypes.map((each) => (
            <option key={each} value={each}>
              {typeText(t, each)}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { lengths } from '@samtur/contract/constants'
import { userStates, type UserSummary } from '@samtur/contract/moderation'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Avatar } from '#ui/avatar'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Field } from '#ui/field'
import { Select, TextInput } from '#ui/text-input'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { changedAddress } from '#lib/changed-address'
import { useSearchText } from '#lib/search-text'
import { LongList } from '#ui/long-list'
import { LoadFailure, stateText, UserBadges } from './admin-states.tsx'
import { calledBy, readAddress } from './model.ts'
import { usersQuery } from './queries.ts'

/** All accounts, newest first, filtered by the address. */
export function UserList({ onShow }: { onShow: (id: string) => void }) {
  const t = useT()
  const [params] = useSearchParams()
  const { q, state } = readAddress(params)
  const query = useInfiniteQuery(usersQuery({ q: q.slice(0, lengths.email), state }))
  const users = query.data?.pages.flatMap(({ items }) => items)
  const total = query.data?.pages[0]?.total
  return (
    <div className="flex flex-col gap-4">
      <Filters />
      <p role="status" className="min-h-6 text-sm text-soft">
        {total !== undefined && !query.isError && t('admin.count', { count: total })}
      </p>
      {query.isError && <LoadFailure query={query} what={t('admin.load_failed')} />}
      {!users && query.isPending && (
        <Card padding="none">
          <RowsSkeleton label={t('core.loading')} />
        </Card>
      )}
      {users?.length === 0 && !query.isError && (
        <EmptyState title={t('admin.empty_title')} text={t('admin.empty_text')} />
      )}
      {users && users.length > 0 && (
        <LongList
          moreLabel={t('admin.show_more')}
          label={t('admin.tab_users')}
          query={query}
          className={query.isPlaceholderData ? 'opacity-60' : ''}
        >
          {users.map((user) => (
            <UserRow key={user.id} user={user} onShow={() => onShow(user.id)} />
          ))}
        </LongList>
      )}
    </div>
  )
}

function UserRow({ user, onShow }: { user: UserSummary; onShow: () => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-3 first:border-t-0 hover:bg-sunk">
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <Avatar name={user.full_name} src={user.profile_picture} size="sm" />
        <div className="min-w-0">
          {/* The whole row opens the account; the button is for keyboards and screen readers. */}
          <button
            type="button"
            onClick={onShow}
            className={
              'max-w-full text-start font-semibold wrap-anywhere outline-none after:absolute after:inset-0 ' +
              'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
            }
          >
            <bdi>{calledBy(user)}</bdi>
          </button>
          {user.full_name && (
            <p className="text-sm text-soft wrap-anywhere">
              <bdi dir="ltr">{user.email}</bdi>
            </p>
          )}
        </div>
      </div>
      <time dateTime={user.last_active_on} className="text-sm text-soft max-sm:ms-12">
        {t('admin.last_active', { date: format.date(user.last_active_on) })}
      </time>
      <span className="max-sm:ms-12 sm:w-44">
        <UserBadges user={user} />
      </span>
    </li>
  )
}

function Filters() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const { state } = readAddress(params)
  const [text, setText] = useSearchText()
  return (
    <search className="grid gap-4 sm:grid-cols-[1fr_14rem]">
      <Field label={t('admin.search')} hint={t('admin.search_hint')}>
        <TextInput
          type="search"
          name="q"
          value={text}
          maxLength={lengths.email}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Field label={t('admin.state')}>
        <Select
          name="state"
          value={state}
          onChange={(event) => setParams(changedAddress(params, { state: event.target.value }), { replace: true })}
        >
          <option value="">{t('admin.state_all')}</option>
          {userStates.map((each) => (
            <option key={each} value={each}>
              {stateText(t, each)}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  )
}

import { Link } from 'react-router'
import { paths } from '@samtur/contract/paths'
import type { RequestDetail } from '@samtur/contract/support'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { PersonName, ProfileLink, usePersonName } from '#lib/person-name'
import { Fact, Part } from '#ui/details'
import { Avatar } from '#ui/avatar'
import { canResolve } from './admin-model.ts'
import { Notes } from './admin-notes.tsx'
import { ReplyForm } from './admin-reply.tsx'
import { RequestBadge, TypeTag } from './admin-states.tsx'
import { Talk } from './admin-talk.tsx'

interface RequestDetailsProps {
  request: RequestDetail
  onShow: (id: string) => void
}

export function RequestDetails({ request, onShow }: RequestDetailsProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-6">
      <Part title={t('admin_support.request_info')}>
        <RequestInfo request={request} />
      </Part>
      <Part title={t('admin_support.user_info')}>
        <UserInfo request={request} />
      </Part>
      <Part title={t('admin_support.description')}>
        <p dir="auto" className="max-w-text whitespace-pre-line wrap-anywhere">
          {request.description}
        </p>
      </Part>
      <Part title={t('admin_support.talk')}>
        <Talk request={request} />
        {canResolve(request) && <ReplyForm request={request} />}
      </Part>
      <Part title={t('admin_support.notes')}>
        <Notes request={request} />
      </Part>
      {request.others.length > 0 && (
        <Part title={t('admin_support.others')}>
          <Others request={request} onShow={onShow} />
        </Part>
      )}
    </div>
  )
}

function RequestInfo({ request }: { request: RequestDetail }) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  const { request_type, status, origin, created_at, updated_at, reviewed_at, reviewed_by } = request
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      <Fact label={t('admin.state')}>
        <RequestBadge status={status} />
      </Fact>
      <Fact label={t('admin_support.type_label')}>
        <TypeTag type={request_type} />
      </Fact>
      <Fact label={t('admin_support.origin_label')}>
        {/* i18n-dynamic: admin_support.origin.* */}
        {t(`admin_support.origin.${origin}`)}
      </Fact>
      <Fact label={t('admin_support.created')}>
        <time dateTime={created_at}>{format.dateTime(created_at)}</time>
      </Fact>
      <Fact label={t('admin_support.changed')}>
        <time dateTime={updated_at}>{format.dateTime(updated_at)}</time>
      </Fact>
      {reviewed_at && (
        <Fact label={t('admin_support.reviewed')}>
          <time dateTime={reviewed_at}>{format.dateTime(reviewed_at)}</time>{' '}
          {reviewed_by && t('admin.by_actor', { name: nameOf(reviewed_by.full_name) })}
        </Fact>
      )}
    </dl>
  )
}

function UserInfo({ request: { user, name, email } }: { request: RequestDetail }) {
  const t = useT()
  return (
    <div className="flex items-center gap-3">
      <Avatar name={user?.full_name ?? name} src={user?.profile_picture ?? null} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          {user ? (
            <ProfileLink person={user} className="rounded-sm text-link hover:underline">
              <PersonName name={user.full_name} />
            </ProfileLink>
          ) : (
            <PersonName name={name} />
          )}
        </p>
        <p>
          <bdi dir="ltr">{email}</bdi>
        </p>
        <p className="text-sm text-soft">
          {user ? (
            <Link to={`${paths.adminUsers}?user=${user.id}`} className="rounded-sm text-link hover:underline">
              {t('admin_support.account')}
            </Link>
          ) : (
            t('admin_support.guest')
          )}
        </p>
      </div>
    </div>
  )
}

function Others({ request, onShow }: RequestDetailsProps) {
  const format = useFormat()
  return (
    <ul>
      {request.others.map(({ id, subject, status, created_at }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
        >
          <span className="min-w-0 flex-1 basis-60">
            <button
              type="button"
              className="min-h-6 max-w-full rounded-sm text-start text-link wrap-anywhere hover:underline"
              onClick={() => onShow(id)}
            >
              <bdi>{subject}</bdi>
            </button>
            <time dateTime={created_at} className="block text-sm text-soft">
              {format.dateTime(created_at)}
            </time>
          </span>
          <RequestBadge status={status} />
        </li>
      ))}
    </ul>
  )
}

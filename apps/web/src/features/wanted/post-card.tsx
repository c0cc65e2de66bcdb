import { useId, type ReactNode } from 'react'
import { chatWithPath, paths, signInPath } from '@samtur/contract/paths'
import type { WantedPost } from '@samtur/contract/wanted'
import { useT } from '#lib/i18n'
import { Avatar } from '#ui/avatar'
import { Tag } from '#ui/badge'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { RouteRow } from '#ui/route-row'
import { PersonMenu } from '../moderation/person-menu.tsx'
import { useDaysText } from './days-text.ts'
import { publishPath } from './model.ts'

interface PostCardProps {
  post: WantedPost
  level?: 'h2' | 'h3'
  /** It needs nothing from the reader any more. */
  quiet?: boolean
  /** At the end of the first line. */
  menu?: ReactNode
  children?: ReactNode
}

/** What a person looks for: first name, way, days and seats, and nothing else. */
export function PostCard({ post, level: Heading = 'h3', quiet, menu, children }: PostCardProps) {
  const t = useT()
  const headingId = useId()
  const daysText = useDaysText()
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      className={`flex h-full flex-col gap-3 ${quiet ? 'bg-transparent!' : ''}`}
    >
      <div className="flex items-start gap-3.5">
        <Avatar name={post.first_name} />
        <div className="min-w-0 flex-1">
          <Heading id={headingId} className="font-sans text-base! font-semibold tracking-normal wrap-anywhere">
            <bdi>{post.first_name}</bdi>
          </Heading>
          <p className="mt-0.5 wrap-anywhere">
            <RouteRow from={post.from} to={post.to} toLabel={t('core.to')} />
          </p>
        </div>
        {menu}
      </div>
      <div className="flex flex-wrap gap-2">
        <Tag icon="calendar">
          <bdi>{daysText(post)}</bdi>
        </Tag>
        <Tag icon="seat">{t('posts.seats', { count: post.seats })}</Tag>
      </div>
      {children}
    </Card>
  )
}

/** The way to the person: by chat, after signing in. */
export function ChatLink({ post, compact = false }: { post: WantedPost; compact?: boolean }) {
  const t = useT()
  const label = t('posts.write', { name: post.first_name })
  const to = post.user_id ? chatWithPath(post.user_id) : signInPath(paths.wantedPosts)
  return (
    <ButtonLink to={to} variant="quiet" icon="chat" className={compact ? 'px-3.5!' : ''}>
      {compact ? <span className="sr-only">{label}</span> : label}
    </ButtonLink>
  )
}

interface OpenPostProps extends Pick<PostCardProps, 'post' | 'level'> {
  /** The reader's own post has no buttons. */
  own: boolean
}

/** A post with what a driver can do about it without a ride of their own yet. */
export function OpenPost({ post, level, own }: OpenPostProps) {
  const t = useT()
  if (own)
    return (
      <PostCard post={post} level={level} quiet>
        <p className="mt-auto">
          <Tag icon="user">{t('posts.yours')}</Tag>
        </p>
      </PostCard>
    )
  return (
    <PostCard post={post} level={level} menu={<PostMenu post={post} />}>
      <div className="mt-auto flex flex-wrap gap-2.5 border-t border-line pt-3.5">
        <ButtonLink to={publishPath(post)} className="flex-1">
          <span>
            {t('posts.publish_for')}
            <span className="sr-only">
              {' '}
              {post.first_name}, {t('rides.from_to', { from: post.from, to: post.to })}
            </span>
          </span>
        </ButtonLink>
        <ChatLink post={post} compact />
      </div>
    </PostCard>
  )
}

function PostMenu({ post }: Pick<PostCardProps, 'post'>) {
  const t = useT()
  const daysText = useDaysText()
  const { id, user_id, first_name, from, to } = post
  const way = t('rides.from_to', { from, to })
  return (
    <PersonMenu
      person={{ id: user_id, full_name: first_name }}
      shared={{ title: way, path: paths.wantedPosts }}
      // A post has no page of its own.
      concerns={{ what: `${way}, ${daysText(post)}`, path: `${paths.wantedPosts}#${id}` }}
    />
  )
}

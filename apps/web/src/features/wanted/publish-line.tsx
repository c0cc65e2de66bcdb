import { useEffect, useState, type ReactNode } from 'react'
import { useQueries } from '@tanstack/react-query'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Icon } from '#ui/icon'
import { TextLink } from '#ui/link'
import { pairsOf } from './model.ts'
import { postsBetweenQuery } from './queries.ts'

const pause = 600

/** Says below a route that is being typed how many people look for a part of it. Never in the way: without posts it is not there. */
export function PublishLine({ places }: { places: string[] }): ReactNode {
  const t = useT()
  const { me } = useSession()
  const typed = JSON.stringify(places.map((place) => place.trim()))
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const pairs = pairsOf(JSON.parse(settled) as string[])
  const found = useQueries({ queries: pairs.map(([from, to]) => postsBetweenQuery(from, to)) })
  const posts = found.flatMap(({ data }) => data?.items ?? [])
  const others = new Set(posts.filter(({ user_id }) => user_id !== me?.profile.id).map(({ id }) => id))
  const more = found.some(({ data }) => data?.next_cursor)
  const count = typed === settled ? others.size : 0
  return (
    <p role="status" className="mt-4 flex items-center gap-2.5 text-on-tint empty:hidden">
      {count > 0 && (
        <>
          <Icon name="people" className="text-brand" />
          <span className="min-w-0">
            {more ? t('posts.this_way_more', { count }) : t('posts.this_way', { count })}{' '}
            <TextLink to={paths.wantedPosts}>{t('posts.see_all')}</TextLink>
          </span>
        </>
      )}
    </p>
  )
}

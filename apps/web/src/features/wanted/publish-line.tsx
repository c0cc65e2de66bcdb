import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Icon } from '#ui/icon'
import { postsBetweenQuery } from './queries.ts'

const pause = 600

/** Says below a route that is being typed how many people look for this way. Never in the way: without posts it is not there. */
export function PublishLine({ from, to }: { from: string; to: string }): ReactNode {
  const t = useT()
  const typed = JSON.stringify([from.trim(), to.trim()])
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const [start = '', end = ''] = JSON.parse(settled) as string[]
  const { me } = useSession()
  const { data } = useQuery(postsBetweenQuery(start, end))
  const others = (data?.items ?? []).filter(({ user_id }) => user_id !== me?.profile.id)
  const count = typed === settled ? others.length : 0
  return (
    <p role="status" className="mt-4 flex items-center gap-2.5 text-on-tint empty:hidden">
      {count > 0 && (
        <>
          <Icon name="people" className="text-brand" />
          <span className="min-w-0">
            {data?.next_cursor ? t('posts.this_way_more', { count }) : t('posts.this_way', { count })}
          </span>
        </>
      )}
    </p>
  )
}

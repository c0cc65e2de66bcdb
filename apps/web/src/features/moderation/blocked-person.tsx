import type { Api } from '#lib/api'
import { useFormat } from '#lib/format'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { PersonName, ProfileLink, usePersonName } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { useSetBlock } from './queries.ts'

type Block = Awaited<ReturnType<Api['moderation']['blocks']>>['items'][number]

interface BlockedPersonProps {
  block: Block
  onLifted: () => void
}

/** Unblocks at once; the toast offers to undo it. */
export function BlockedPerson({ block: { user, created_at }, onLifted }: BlockedPersonProps) {
  const t = useT()
  const format = useFormat()
  const name = usePersonName()(user.full_name)
  const { lift, busy } = useLift(user.id, name, onLifted)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5 first:border-t-0">
      <div className="flex min-w-0 flex-1 basis-52 items-center gap-3">
        <Avatar name={user.full_name} src={user.profile_picture} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <ProfileLink person={user} className="rounded-sm hover:underline">
              <PersonName name={user.full_name} />
            </ProfileLink>
          </p>
          <time dateTime={created_at} className="block text-sm text-soft">
            {t('blocks.since', { date: format.date(created_at) })}
          </time>
        </div>
      </div>
      <Button variant="quiet" size="sm" busy={busy} aria-label={t('blocks.unblock_person', { name })} onClick={lift}>
        {t('blocks.unblock')}
      </Button>
    </li>
  )
}

function useLift(userId: string, name: string, onLifted: () => void) {
  const t = useT()
  const { mutateAsync: set } = useSetBlock()
  const toastKey = 'blocks'
  // The toast outlives the row, and its action with it.
  const { start: undo } = useAction({
    toastKey,
    run: () => set({ userId, blocked: true }),
    success: () => ({ title: t('blocks.blocked_again', { name }) }),
    failure: () => ({ title: t('blocks.block_failed') }),
  })
  const { start, busy } = useAction({
    toastKey,
    run: () => set({ userId, blocked: false }),
    success: () => ({
      title: t('blocks.unblocked', { name }),
      action: { label: t('blocks.undo'), onSelect: () => void undo(undefined) },
    }),
    onDone: onLifted,
    failure: () => ({ title: t('blocks.unblock_failed') }),
  })
  return { lift: () => void start(undefined), busy }
}

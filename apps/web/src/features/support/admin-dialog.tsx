import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { RequestDetail } from '@samtur/contract/support'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { LoadFailure } from '../moderation/admin-states.tsx'
import { RequestDetails } from './admin-details.tsx'
import { isTyped } from './admin-drafts.ts'
import { canResolve, canStart } from './admin-model.ts'
import { requestQuery } from './admin-queries.ts'
import { ResolveDialog, useStatusChange } from './admin-resolve.tsx'
import { openDialogs, useShortcuts } from './admin-shortcuts.tsx'

interface RequestDialogProps {
  /** Null while none is open. */
  id: string | null
  /** Opens another request. */
  onShow: (id: string) => void
  onClose: () => void
}

/** One request: the person, the messages, the notes, and the actions. */
export function RequestDialog({ id, onShow, onClose }: RequestDialogProps) {
  const t = useT()
  const query = useQuery({ ...requestQuery(id ?? ''), enabled: id !== null })
  const request = id === null ? undefined : query.data
  const [resolving, setResolving] = useState(false)
  return (
    <>
      <Dialog
        open={id !== null}
        onClose={onClose}
        size="lg"
        dirty={id !== null && isTyped(id)}
        title={request ? <bdi className="wrap-anywhere">{request.subject}</bdi> : t('admin_support.title_one')}
        closeLabel={t('core.close')}
        footer={request && canResolve(request) && <Actions key={request.id} request={request} />}
      >
        {query.isError && <LoadFailure query={query} what={t('admin_support.detail_failed')} />}
        {!request && !query.isError && <RowsSkeleton label={t('core.loading')} rows={3} />}
        {request && (
          <Content key={request.id} request={request} onResolve={() => setResolving(true)}>
            <RequestDetails request={request} onShow={onShow} />
          </Content>
        )}
      </Dialog>
      {request && resolving && <ResolveDialog request={request} onClose={() => setResolving(false)} />}
    </>
  )
}

interface ContentProps {
  request: RequestDetail
  onResolve: () => void
  children: ReactNode
}

/** A scrolling area has to be reachable by keyboard. Moves the focus to the title when the pressed button has disappeared. */
function Content({ request, onResolve, children }: ContentProps) {
  const box = useRef<HTMLDivElement>(null)
  useShortcuts({ r: () => (openDialogs() === 1 && canResolve(request) ? onResolve() : false) })
  useEffect(() => {
    if (document.activeElement !== document.body) return
    box.current?.closest('dialog')?.querySelector<HTMLElement>('[data-dialog-title]')?.focus()
  }, [request.status])
  return (
    <div ref={box} role="group" aria-label={request.subject} tabIndex={0} className="rounded-sm">
      {children}
    </div>
  )
}

/** Actions on an open request. */
function Actions({ request }: { request: RequestDetail }) {
  const t = useT()
  const progress = useStatusChange(request.id)
  const resolve = useStatusChange(request.id)
  return (
    <>
      {canStart(request) && (
        <Button variant="quiet" icon="refresh" busy={progress.busy} onClick={() => void progress.change('in_progress')}>
          {t('admin_support.mark_in_progress')}
        </Button>
      )}
      <Button icon="check-circle" busy={resolve.busy} onClick={() => void resolve.change('resolved')}>
        {t('admin_support.mark_resolved')}
      </Button>
    </>
  )
}

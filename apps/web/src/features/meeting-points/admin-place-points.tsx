import { useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ListedPoint } from '@samtur/contract/meeting-points'
import { ApiError } from '#lib/api'
import { useFieldText } from '#lib/field-text'
import { focusSoon } from '#lib/focus'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { IconButton } from '#ui/button'
import { Card } from '#ui/card'
import { ConfirmDialog } from '#ui/dialog'
import { AdminPointDialog } from './admin-point-dialog.tsx'
import { type PlaceGroup, positionOf } from './model.ts'
import { PointDetails } from './point-details.tsx'
import { PointMap } from './point-map.tsx'
import { pointsQuery, useRestorePoint, useRetirePoint } from './queries.ts'

/** The points of a place, with a map of those that have coordinates. */
export function PlacePoints({ placeId, place, points }: PlaceGroup) {
  const headingId = useId()
  const located = points.filter((point) => point.retired_at === null && positionOf(point))
  // The place's own coordinates are only needed where there is something to draw.
  const { data } = useQuery({ ...pointsQuery(placeId), enabled: located.length > 0 })
  return (
    <div role="group" aria-labelledby={headingId}>
      <Card padding="none">
        <h3 id={headingId} className="px-4 pt-4 text-lg wrap-anywhere sm:px-5">
          <bdi>{place}</bdi>
        </h3>
        <div className="flex flex-wrap items-start gap-x-5">
          <ul className="mt-2 flex min-w-0 flex-[1_1_22rem] flex-col">
            {points.map((point) => (
              <PointRow key={point.id} point={point} />
            ))}
          </ul>
          {data && located.length > 0 && (
            <div className="w-full px-4 pb-4 sm:w-auto sm:min-w-65 sm:px-5">
              <PointMap centre={{ ...data.place, text: place }} points={located} />
            </div>
          )}
        </div>
      </Card>
    </div>
  )
}

function PointRow({ point }: { point: ListedPoint }) {
  const t = useT()
  const fieldText = useFieldText()
  const row = useRef<HTMLLIElement>(null)
  const [opened, setOpened] = useState<'edit' | 'retire'>()
  const close = () => setOpened(undefined)
  const { mutateAsync: restorePoint } = useRestorePoint()
  // The pressed button is replaced by another one.
  const focusRow = () => focusSoon(() => row.current)
  const restore = useAction({
    toastKey: 'points',
    run: () => restorePoint(point.id),
    success: () => ({ title: t('admin_points.restored') }),
    onDone: focusRow,
    // The place may have got another point of that name meanwhile.
    failure: (error) => {
      const code = error instanceof ApiError ? error.fields?.['name'] : undefined
      return code ? { text: fieldText(code) } : {}
    },
  })
  const { name } = point
  const nameId = useId()
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-labelledby={nameId}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-5"
    >
      <div className="min-w-0 flex-[1_1_12rem]">
        <PointDetails point={point} place={point.place} nameId={nameId} />
        {!positionOf(point) && <p className="text-sm text-soft">{t('admin_points.no_position')}</p>}
        <p className="text-sm text-soft wrap-anywhere">
          {t('admin_points.source')}: <bdi>{point.source}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {point.retired_at !== null ? (
          <>
            <Tag>{t('admin_points.retired')}</Tag>
            <IconButton
              icon="undo"
              label={t('admin_points.restore_one', { name })}
              aria-busy={restore.busy || undefined}
              onClick={() => void restore.start(undefined)}
            />
          </>
        ) : (
          <>
            <IconButton icon="edit" label={t('admin_points.edit_one', { name })} onClick={() => setOpened('edit')} />
            <IconButton
              icon="block"
              label={t('admin_points.retire_one', { name })}
              onClick={() => setOpened('retire')}
            />
          </>
        )}
      </div>
      {opened === 'edit' && <AdminPointDialog given={{ point }} onClose={close} />}
      {opened === 'retire' && <RetirePoint point={point} onClose={close} onRetired={focusRow} />}
    </li>
  )
}

interface RetirePointProps {
  point: ListedPoint
  onClose: () => void
  onRetired: () => void
}

function RetirePoint({ point: { id, name }, onClose, onRetired }: RetirePointProps) {
  const t = useT()
  const { mutateAsync } = useRetirePoint()
  const { start, busy } = useAction({
    toastKey: 'points',
    run: () => mutateAsync(id).finally(onClose),
    success: () => ({ title: t('admin_points.retired_done') }),
    onDone: onRetired,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void start(undefined)}
      title={t('admin_points.retire_title')}
      confirmLabel={t('admin_points.retire')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
    >
      {t('admin_points.retire_text', { name })}
    </ConfirmDialog>
  )
}

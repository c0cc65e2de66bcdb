import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import { useLoadFailure } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Failure } from '#ui/failure'
import { Field } from '#ui/field'
import { Loading, Skeleton } from '#ui/skeleton'
import { PointSelect } from './point-select.tsx'
import { pointsQuery } from './queries.ts'

/** An end of the section at which a passenger may ask for another point. */
export interface ProposalEnd {
  end: 'start' | 'end'
  placeId: number
  text: string
  /** The ride's own point. */
  point: ChosenPoint | null
  value: string | null
  error?: string | undefined
  onChange: (id: string | null) => void
}

/** A passenger's wish for other meeting points than those of the ride; closed until it is opened. */
export function ProposalFields({ ends }: { ends: readonly ProposalEnd[] }) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(ends.some(({ value, error }) => value !== null || error))
  return (
    <div className="flex flex-col gap-4">
      <Button
        variant="ghost"
        size="sm"
        icon="pin"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
        className="-ms-3 self-start text-link!"
      >
        {t('points.ask_other')}
      </Button>
      <div id={id} hidden={!open} className="flex flex-col gap-4">
        {open && (
          <>
            <p className="text-sm text-soft">{t('points.ask_hint')}</p>
            {ends.map((end) => (
              <ProposalField key={`${end.end} ${end.placeId}`} {...end} />
            ))}
          </>
        )}
      </div>
    </div>
  )
}

function ProposalField({ end, placeId, text, point, value, error, onChange }: ProposalEnd) {
  const t = useT()
  const query = useQuery(pointsQuery(placeId))
  const failure = useLoadFailure(query)
  const { data } = query
  if (query.isError && !data) return <Failure {...failure} title={t('points.load_failed')} />
  if (!data)
    return (
      <Loading label={t('points.loading')}>
        <Skeleton className="h-11" />
      </Loading>
    )
  if (data.items.length === 0)
    return <p className="text-sm text-soft">{t('points.none_here', { place: data.place.name })}</p>
  return (
    <Field
      label={
        <>
          {t(end === 'start' ? 'points.at_start' : 'points.at_end')}: <bdi className="font-normal">{text}</bdi>
        </>
      }
      error={error}
    >
      <PointSelect
        points={data.items.filter(({ id }) => id !== point?.id)}
        value={value}
        onChange={onChange}
        none={t('points.as_ride', { point: point?.name ?? t('points.by_agreement') })}
      />
    </Field>
  )
}

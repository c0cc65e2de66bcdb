import { useId, useState } from 'react'
import type { OwnWanted } from '@samtur/contract/wanted'
import type { MessageId } from '@samtur/i18n/translate'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { ConfirmDialog } from '#ui/dialog'
import { Icon, type IconName } from '#ui/icon'
import { RouteRow } from '#ui/route-row'
import { bodyOf, valuesOf } from './model.ts'
import { useChangeWanted, useEndWanted } from './queries.ts'
import { WantedDialog } from './wanted-dialog.tsx'
import { WantedLine } from './wanted-facts.tsx'
import { WantedMatches } from './wanted-matches.tsx'

/** One wanted ride: its state as a word and a shape, who sees it, and the rides that match. */
export function WantedCard({ wanted }: { wanted: OwnWanted }) {
  const t = useT()
  const headingId = useId()
  const paused = wanted.state === 'paused'
  const found = wanted.matches.length > 0
  const look = found ? 'border-brand! shadow-[inset_0_0_0_1px_var(--color-brand)]' : paused ? 'bg-transparent!' : ''
  return (
    <Card as="article" aria-labelledby={headingId} className={`flex flex-col gap-3 ${look}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <State wanted={wanted} />
        <Viewers wanted={wanted} />
      </div>
      <h2 id={headingId} className="text-lg! wrap-anywhere">
        <RouteRow from={wanted.from} to={wanted.to} toLabel={t('core.to')} />
      </h2>
      <WantedLine wanted={wanted} />
      <Unkept wanted={wanted} />
      {wanted.note && (
        <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-soft">
          {wanted.note}
        </p>
      )}
      {found ? (
        <WantedMatches wanted={wanted} />
      ) : (
        <p className="text-sm text-soft">{t(paused ? 'wanted.paused_text' : 'wanted.no_match')}</p>
      )}
      <WantedActions wanted={wanted} name={t('rides.from_to', { from: wanted.from, to: wanted.to })} />
    </Card>
  )
}

function State({ wanted: { state, matches, match_count } }: { wanted: OwnWanted }) {
  const t = useT()
  const offered = matches.filter((ride) => ride.offered).length
  if (state === 'paused') return <Tag icon="pause">{t('wanted.paused')}</Tag>
  if (match_count > 0)
    return (
      <Tag tone="brand" icon="check-circle">
        {t('wanted.matches', { count: match_count })}
      </Tag>
    )
  if (offered > 0)
    return (
      <Tag tone="brand" icon="car">
        {t('wanted.offers', { count: offered })}
      </Tag>
    )
  return (
    <Tag tone="info" icon="search">
      {t('wanted.looking')}
    </Tag>
  )
}

/** Says which filters do not hold, or not for everybody. */
function Unkept({ wanted: { unkept, same_gender, public: shown, state } }: { wanted: OwnWanted }) {
  const t = useT()
  const notes = [
    ...unkept.map((name) => t(unkeptTexts[name])),
    ...(same_gender && shown && state === 'active' ? [t('wanted.same_gender_public')] : []),
  ]
  return notes.map((note) => (
    <p key={note} className="flex items-start gap-1.5 text-sm">
      <Icon name="info" size={18} className="mt-px shrink-0 text-brand" />
      {note}
    </p>
  ))
}

const unkeptTexts = { same_gender: 'wanted.same_gender_unkept' } as const satisfies Record<
  OwnWanted['unkept'][number],
  MessageId
>

function Viewers({ wanted: { state, public: shown } }: { wanted: OwnWanted }) {
  const t = useT()
  const [icon, text]: [IconName, string] =
    state === 'paused'
      ? ['eye-off', t('wanted.hidden_now')]
      : shown
        ? ['eye', t('wanted.drivers_see')]
        : ['lock', t('wanted.only_you_see')]
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-soft">
      <Icon name={icon} size={18} className="shrink-0" />
      {text}
    </span>
  )
}

interface ActionsProps {
  wanted: OwnWanted
  /** For screen readers, where several cards have the same buttons. */
  name: string
}

function WantedActions({ wanted, name }: ActionsProps) {
  const t = useT()
  const { mutateAsync: change } = useChangeWanted()
  const [editing, setEditing] = useState(false)
  const { start, busy, running } = useAction({
    toastKey: 'wanted',
    run: (changes: { paused: boolean } | { public: true }) => change({ id: wanted.id, changes }),
    failure: t('wanted.change_failed'),
  })
  const paused = wanted.state === 'paused'
  const of = <span className="sr-only"> {name}</span>
  return (
    <>
      {!wanted.public && !paused && (
        <Button
          variant="ghost"
          icon="eye"
          busy={busy && running !== undefined && 'public' in running}
          onClick={() => void start({ public: true })}
          className="-ms-4.5 self-start text-link!"
        >
          {t('wanted.show_drivers')}
          {of}
        </Button>
      )}
      <div className="-mx-2 -mb-2 flex flex-wrap gap-x-1 border-t border-line pt-2">
        <Button
          variant={paused ? 'quiet' : 'ghost'}
          icon={paused ? 'play' : 'pause'}
          busy={busy && running !== undefined && 'paused' in running}
          onClick={() => void start({ paused: !paused })}
          className="px-3!"
        >
          {t(paused ? 'wanted.resume' : 'wanted.pause')}
          {of}
        </Button>
        <Button variant="ghost" icon="edit" onClick={() => setEditing(true)} className="px-3!">
          {t('wanted.edit')}
          {of}
        </Button>
        <EndButton wanted={wanted} name={name} />
      </div>
      <WantedDialog
        open={editing}
        onClose={() => setEditing(false)}
        initial={valuesOf(wanted)}
        changes
        send={(values) => change({ id: wanted.id, changes: bodyOf(values) })}
        onSaved={() => setEditing(false)}
      />
    </>
  )
}

/** Ending cannot be taken back, so it is asked about once. */
function EndButton({ wanted, name }: ActionsProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { mutateAsync: end } = useEndWanted()
  const { start, busy } = useAction({
    toastKey: 'wanted',
    run: () => end(wanted.id),
    success: () => ({ title: t('wanted.ended_toast') }),
    onDone: () => setAsking(false),
    failure: t('wanted.change_failed'),
  })
  return (
    <>
      <Button variant="ghost" icon="close" onClick={() => setAsking(true)} className="px-3!">
        {t('wanted.end')}
        <span className="sr-only"> {name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void start(undefined)}
        title={t('wanted.end_title')}
        confirmLabel={t('wanted.end')}
        cancelLabel={t('core.cancel')}
        closeLabel={t('core.close')}
        busy={busy}
      >
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="mt-2">{t('wanted.end_text')}</p>
      </ConfirmDialog>
    </>
  )
}

/** What is over, in one line that opens. */
export function EndedWanted({ items }: { items: readonly OwnWanted[] }) {
  const t = useT()
  return (
    <details className="group mt-4 rounded-card border border-line bg-surface sm:mt-4.5">
      <summary className="relative flex min-h-14 list-none items-center rounded-card py-3 ps-4.5 pe-12 font-semibold hover:bg-sunk/60 sm:ps-5.5">
        {t('wanted.ended', { count: items.length })}
        <Icon name="chevron-down" className="absolute inset-y-0 end-4 my-auto text-soft group-open:rotate-180" />
      </summary>
      <div className="px-4.5 pb-4 sm:px-5.5">
        <ul className="divide-y divide-line">
          {items.map((wanted) => (
            <li key={wanted.id} className="py-3">
              <p className="font-semibold wrap-anywhere">
                <RouteRow from={wanted.from} to={wanted.to} toLabel={t('core.to')} />
              </p>
              <WantedLine wanted={wanted} />
            </li>
          ))}
        </ul>
        <p className="text-sm text-soft">{t('wanted.ended_text')}</p>
      </div>
    </details>
  )
}

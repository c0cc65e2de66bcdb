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
import { useChangeWish, useEndWish } from './queries.ts'
import { WishDialog } from './wish-dialog.tsx'
import { WishLine } from './wish-facts.tsx'
import { WishMatches } from './wish-matches.tsx'

/** One wanted ride: its state as a word and a shape, who sees it, and the rides that match. */
export function WishCard({ wish }: { wish: OwnWanted }) {
  const t = useT()
  const headingId = useId()
  const paused = wish.state === 'paused'
  const found = wish.matches.length > 0
  const look = found ? 'border-brand! shadow-[inset_0_0_0_1px_var(--color-brand)]' : paused ? 'bg-transparent!' : ''
  return (
    <Card as="article" aria-labelledby={headingId} className={`flex flex-col gap-3 ${look}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <State wish={wish} />
        <Viewers wish={wish} />
      </div>
      <h2 id={headingId} className="text-lg! wrap-anywhere">
        <RouteRow from={wish.from} to={wish.to} toLabel={t('core.to')} />
      </h2>
      <WishLine wish={wish} />
      <Unkept wish={wish} />
      {wish.note && (
        <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-soft">
          {wish.note}
        </p>
      )}
      {found ? (
        <WishMatches wish={wish} />
      ) : (
        <p className="text-sm text-soft">{t(paused ? 'wanted.paused_text' : 'wanted.no_match')}</p>
      )}
      <WishActions wish={wish} name={t('rides.from_to', { from: wish.from, to: wish.to })} />
    </Card>
  )
}

function State({ wish: { state, matches, match_count } }: { wish: OwnWanted }) {
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
function Unkept({ wish: { unkept, same_gender, public: shown, state } }: { wish: OwnWanted }) {
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

function Viewers({ wish: { state, public: shown } }: { wish: OwnWanted }) {
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
  wish: OwnWanted
  /** For screen readers, where several cards have the same buttons. */
  name: string
}

function WishActions({ wish, name }: ActionsProps) {
  const t = useT()
  const { mutateAsync: change } = useChangeWish()
  const [editing, setEditing] = useState(false)
  const { start, busy, running } = useAction({
    toastKey: 'wish',
    run: (changes: { paused: boolean } | { public: true }) => change({ id: wish.id, changes }),
    failure: t('wanted.change_failed'),
  })
  const paused = wish.state === 'paused'
  const of = <span className="sr-only"> {name}</span>
  return (
    <>
      {!wish.public && !paused && (
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
        <EndButton wish={wish} name={name} />
      </div>
      <WishDialog
        open={editing}
        onClose={() => setEditing(false)}
        initial={valuesOf(wish)}
        changes
        send={(values) => change({ id: wish.id, changes: bodyOf(values) })}
        onSaved={() => setEditing(false)}
      />
    </>
  )
}

/** Ending cannot be taken back, so it is asked about once. */
function EndButton({ wish, name }: ActionsProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { mutateAsync: end } = useEndWish()
  const { start, busy } = useAction({
    toastKey: 'wish',
    run: () => end(wish.id),
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
export function EndedWishes({ items }: { items: readonly OwnWanted[] }) {
  const t = useT()
  return (
    <details className="group mt-4 rounded-card border border-line bg-surface sm:mt-4.5">
      <summary className="relative flex min-h-14 list-none items-center rounded-card py-3 ps-4.5 pe-12 font-semibold hover:bg-sunk/60 sm:ps-5.5">
        {t('wanted.ended', { count: items.length })}
        <Icon name="chevron-down" className="absolute inset-y-0 end-4 my-auto text-soft group-open:rotate-180" />
      </summary>
      <div className="px-4.5 pb-4 sm:px-5.5">
        <ul className="divide-y divide-line">
          {items.map((wish) => (
            <li key={wish.id} className="py-3">
              <p className="font-semibold wrap-anywhere">
                <RouteRow from={wish.from} to={wish.to} toLabel={t('core.to')} />
              </p>
              <WishLine wish={wish} />
            </li>
          ))}
        </ul>
        <p className="text-sm text-soft">{t('wanted.ended_text')}</p>
      </div>
    </details>
  )
}

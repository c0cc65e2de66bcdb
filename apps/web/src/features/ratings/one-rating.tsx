import { useEffect, useId, useRef, useState } from 'react'
import type { Rating as GivenRating } from '@samtur/contract/ratings'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useLatePart } from '#lib/late-part'
import { usePersonName } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { DisclosureMenu } from '#ui/disclosure-menu'
import { Icon } from '#ui/icon'
import { Rating } from '#ui/rating'
import { Spinner } from '#ui/spinner'
import { loadReplyForm, loadReportDialog } from './late-form.ts'

interface OneRatingProps {
  rating: GivenRating
  /** Name of the rated person, who can reply. */
  name: string
}

/** One rating with the reply, and the buttons to reply and to report. */
export function OneRating({ rating, name }: OneRatingProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  const raterId = useId()
  const { rating: value, comment, created_at, rater, rated_as } = rating
  return (
    // `relative` keeps what only screen readers see inside the frame that scrolls.
    <li className="relative flex gap-3 border-t border-line py-4 first:border-t-0 first:pt-0">
      <Avatar name={rater.first_name} src={rater.profile_picture} size="sm" />
      <div className="min-w-0 flex-1">
        <div className={`flex flex-wrap items-center gap-x-3 gap-y-0.5 ${rating.can_report ? 'pe-11' : ''}`}>
          <bdi id={raterId} className="font-semibold wrap-anywhere">
            {nameOf(rater.first_name)}
          </bdi>
          <Rating value={format.number(value)} label={t('ratings.option', { value })} />
          <span className="text-sm text-soft">
            <time suppressHydrationWarning dateTime={created_at}>
              {format.date(created_at)}
            </time>
            , {t(roles[rated_as])}
          </span>
        </div>
        {comment && <Words>{comment}</Words>}
        {rating.comment_hidden && <p className="mt-1 text-sm text-soft">{t('ratings.comment_hidden')}</p>}
        <Answer rating={rating} name={name} raterId={raterId} />
      </div>
    </li>
  )
}

const roles = { driver: 'ratings.as_driver', passenger: 'ratings.as_passenger' } as const

const Words = ({ children }: { children: string }) => (
  <p dir="auto" className="mt-1 max-w-text whitespace-pre-line wrap-anywhere">
    {children}
  </p>
)

type AnswerProps = OneRatingProps & { raterId: string }

/** The reply or the button to write one, and the button to report the rating. */
function Answer({ rating, name, raterId }: AnswerProps) {
  const t = useT()
  const nameOf = usePersonName()
  const [mode, setMode] = useState<'replying' | 'replied' | 'reporting' | 'reported'>()
  // Where the focus goes on when what was pressed is gone.
  const place = useRef<HTMLDivElement>(null)
  const [returning, setReturning] = useState(false)
  useEffect(() => {
    if (returning || mode === 'reported') place.current?.focus({ preventScroll: true })
  }, [returning, mode])
  const leave = (next?: typeof mode) => {
    setMode(next)
    setReturning(next !== 'reported')
  }
  const start = (next: typeof mode) => {
    setReturning(false)
    setMode(next)
  }
  const replying = useLatePart(loadReplyForm)
  const reporting = useLatePart(loadReportDialog)
  const { reply, can_reply: canReply, can_report: canReport } = rating
  return (
    <div ref={place} tabIndex={-1}>
      {reply && <Reply reply={reply} name={name} />}
      {replying.Part && mode === 'replying' && canReply && (
        <replying.Part ratingId={rating.id} onClose={() => leave()} onSent={() => leave('replied')} />
      )}
      {mode !== 'replying' && (canReply || canReport) && (
        <div className="mt-1 -ms-3.5 flex flex-wrap items-center gap-x-1">
          {canReply && mode !== 'replied' && (
            <Button
              variant="ghost"
              size="sm"
              icon="chat"
              aria-describedby={raterId}
              busy={replying.busy}
              onClick={() => replying.open(() => start('replying'))}
            >
              {t('ratings.reply')}
            </Button>
          )}
          {canReport && mode !== 'reported' && (
            <DisclosureMenu
              plain
              align="end"
              label={reporting.busy ? <Spinner size={18} /> : <Icon name="more" size={20} />}
              name={t('report.menu', { name: nameOf(rating.rater.first_name) })}
              items={[
                {
                  key: 'report',
                  icon: 'flag',
                  label: t('ratings.report'),
                  onSelect: () => reporting.open(() => start('reporting')),
                },
              ]}
              buttonClassName="absolute end-0 top-1.5 inline-flex size-11 items-center justify-center rounded-field text-soft hover:bg-sunk"
            />
          )}
          {mode === 'reported' && <span className="px-3.5 text-sm text-soft">{t('ratings.is_reported')}</span>}
        </div>
      )}
      {reporting.Part && mode === 'reporting' && (
        <reporting.Part
          ratingId={rating.id}
          name={nameOf(rating.rater.first_name)}
          onClose={() => setMode(undefined)}
          onReported={() => leave('reported')}
        />
      )}
    </div>
  )
}

function Reply({ reply, name }: { reply: NonNullable<GivenRating['reply']>; name: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="mt-3 border-s-2 border-line ps-3">
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        <span className="font-semibold wrap-anywhere">{t('ratings.reply_by', { name })}</span>
        <time suppressHydrationWarning dateTime={reply.created_at}>
          {format.date(reply.created_at)}
        </time>
      </p>
      <Words>{reply.text}</Words>
    </div>
  )
}

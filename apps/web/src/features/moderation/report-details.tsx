import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths, ridePath } from '@samtur/contract/paths'
import type { ReportDetail } from '@samtur/contract/reports'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { PersonName, ProfileLink, usePersonName } from '#lib/person-name'
import { Fact } from '#ui/details'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { stateText } from './admin-states.tsx'
import { HidingButton } from './hiding.tsx'
import { LogEntry } from './log-entry.tsx'
import { ReportedTalk } from './reported-talk.tsx'
import { AboutTag, CategoryTag, ReportBadge } from './report-states.tsx'
import { canMessage, reporterName, actionFor, type Hideable, type Task } from './reports-model.ts'

interface ReportDetailsProps {
  report: ReportDetail
  onShow: (id: string) => void
  onTask: (task: Task) => void
}

export function ReportDetails({ report, onShow, onTask }: ReportDetailsProps) {
  const t = useT()
  const onHide = (what: Hideable) => onTask({ do: 'hide', what })
  return (
    <div className="flex flex-col gap-6">
      <Head report={report} onTask={onTask} />
      <Person report={report} onHide={onHide} onTask={onTask} />
      <Part title={t('admin_reports.reason')}>
        <Quote text={report.reason ?? t('admin_reports.no_reason')} />
      </Part>
      {report.comment && <Comment comment={report.comment} onHide={onHide} />}
      {report.messages.length > 0 && (
        <Part title={t('admin_reports.talk')} lead={t('admin_reports.talk_text')}>
          <ReportedTalk report={report} onHide={onHide} />
        </Part>
      )}
      <Rides rides={report.rides} onHide={onHide} />
      <Part title={t('admin_reports.earlier')}>
        <Earlier report={report} onShow={onShow} />
      </Part>
      <Part title={t('admin.history')}>
        {report.log.length === 0 && <p className="text-soft">{t('admin_reports.no_log')}</p>}
        <ul>
          {report.log.map((entry) => (
            <LogEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      </Part>
    </div>
  )
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {lead && <p className="mb-2 text-sm text-soft">{lead}</p>}
      {children}
    </section>
  )
}

const Quote = ({ text }: { text: string }) => (
  <p dir="auto" className="max-w-text border-s-3 border-line ps-3 whitespace-pre-line wrap-anywhere">
    {text}
  </p>
)

/** Reporter, reported person, time and state. */
function Head({ report, onTask }: Pick<ReportDetailsProps, 'report' | 'onTask'>) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  const { reporter, reported, created_at, reviewed_at, reviewed_by, decision } = report
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <ReportBadge status={report.status} />
        <AboutTag about={report.about} />
        <CategoryTag category={report.category} />
      </p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label={t('admin_reports.reporter')}>
          {reporter ? (
            <ProfileLink person={reporter} className="rounded-sm text-link hover:underline">
              <PersonName name={reporter.full_name} />
            </ProfileLink>
          ) : (
            <bdi>{reporterName(report)}</bdi>
          )}
        </Fact>
        <Fact label={t('admin_reports.reported')}>
          <ProfileLink person={reported} className="rounded-sm text-link hover:underline">
            <PersonName name={reported.full_name} />
          </ProfileLink>
        </Fact>
        <Fact label={t('admin_reports.date')}>
          <time dateTime={created_at}>{format.dateTime(created_at)}</time>
        </Fact>
        {reviewed_at && (
          <Fact label={t('admin_reports.reviewed')}>
            <time dateTime={reviewed_at}>{format.dateTime(reviewed_at)}</time>{' '}
            {reviewed_by && t('admin.by_actor', { name: nameOf(reviewed_by.full_name) })}
          </Fact>
        )}
      </dl>
      {decision && (
        <div>
          <p className="mb-1 text-sm text-soft">{t('admin_reports.decision')}</p>
          <Quote text={decision} />
        </div>
      )}
      {canMessage(report) && (
        <Button variant="quiet" size="sm" icon="mail" className="self-start" onClick={() => onTask({ do: 'message' })}>
          {t('admin_reports.message')}
        </Button>
      )}
    </div>
  )
}

interface CommentProps {
  comment: NonNullable<ReportDetail['comment']>
  onHide: (what: Hideable) => void
}

function Comment({ comment: { rating_id, rating, comment, hidden }, onHide }: CommentProps) {
  const t = useT()
  const format = useFormat()
  return (
    <Part
      title={t('admin_reports.comment')}
      lead={t('admin_reports.comment_rating', { rating: format.number(rating) })}
    >
      <Quote text={comment} />
      <p className="mt-2">
        <HidingButton
          what={{ kind: 'comment', id: rating_id, hidden }}
          of={t('admin_reports.comment')}
          onHide={onHide}
        />
      </p>
    </Part>
  )
}

interface PersonProps extends Pick<ReportDetailsProps, 'report' | 'onTask'> {
  onHide: (what: Hideable) => void
}

/** The reported person, with the actions on the account and the picture. */
function Person({ report, onHide, onTask }: PersonProps) {
  const t = useT()
  const action = actionFor(report.reported_state)
  const { reported, reported_state } = report
  return (
    <Part title={t('admin_reports.about_person')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={reported.full_name} src={reported.profile_picture} size="lg" />
        <p className="min-w-0 flex-1 basis-40">
          <Link to={`${paths.adminUsers}?user=${reported.id}`} className="rounded-sm text-link hover:underline">
            {t('admin_reports.account')}
          </Link>
          <br />
          <span className="text-soft">{stateText(t, reported_state)}</span>
        </p>
        {reported.profile_picture && (
          <HidingButton
            what={{ kind: 'picture', id: reported.id, hidden: false }}
            of={t('admin.content.picture')}
            onHide={onHide}
          />
        )}
        {action && (
          <Button
            variant="quiet"
            size="sm"
            icon={action === 'suspend' ? 'lock' : 'user'}
            onClick={() => onTask({ do: action })}
          >
            {action === 'suspend' ? t('admin.suspend') : t('admin.lift')}
          </Button>
        )}
      </div>
    </Part>
  )
}

interface RidesProps {
  rides: ReportDetail['rides']
  onHide: (what: Hideable) => void
}

/** Coming rides of the reported person. */
function Rides({ rides, onHide }: RidesProps) {
  const t = useT()
  const format = useFormat()
  if (rides.length === 0) return null
  return (
    <Part title={t('admin_reports.rides')}>
      <ul>
        {rides.map(({ id, start_location, end_location, departure_time, hidden }) => {
          const route = t('admin_reports.route', { from: start_location, to: end_location })
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-line py-2 first:border-t-0"
            >
              <span className="min-w-0">
                <Link to={ridePath(id)} className="rounded-sm text-link wrap-anywhere hover:underline">
                  <bdi>{route}</bdi>
                </Link>
                <time dateTime={departure_time} className="block text-sm text-soft">
                  {format.dateTime(departure_time)}
                </time>
              </span>
              <HidingButton what={{ kind: 'ride', id, hidden }} of={route} onHide={onHide} />
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Earlier({ report, onShow }: Pick<ReportDetailsProps, 'report' | 'onShow'>) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  if (report.earlier.length === 0) return <p className="text-soft">{t('admin_reports.no_earlier')}</p>
  return (
    <ul>
      {report.earlier.map(({ id, reporter, reason, status, created_at }) => (
        <li
          key={id}
          className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-t-0"
        >
          <div className="min-w-0 flex-1 basis-64">
            <button
              type="button"
              className="min-h-6 rounded-sm text-start text-link wrap-anywhere hover:underline"
              onClick={() => onShow(id)}
            >
              {t('admin_reports.by', { name: nameOf(reporterName({ reporter })) })},{' '}
              <time dateTime={created_at}>{format.date(created_at)}</time>
            </button>
            <p dir="auto" className="line-clamp-2 wrap-anywhere">
              {reason ?? t('admin_reports.no_reason')}
            </p>
          </div>
          <ReportBadge status={status} />
        </li>
      ))}
    </ul>
  )
}

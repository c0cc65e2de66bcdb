import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Avatar } from '#ui/avatar'
import { Tag } from '#ui/badge'
import { StatusBadge } from '#ui/status-badge'
import { UnreadDot } from '#ui/unread-dot'
import { Card } from '#ui/card'
import { Price } from '#ui/price'
import { Progress } from '#ui/progress'
import { Rating } from '#ui/rating'
import { TimeTrack } from '#ui/time-track'

export function StatusParts() {
  const t = useT()
  const format = useFormat()
  const rating = t('rides.rating', { rating: format.rating(9.4), count: 38 })
  const price = format.price(300, 'NOK')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2.5">
        <StatusBadge status="pending">{t('reservations.status_pending')}</StatusBadge>
        <StatusBadge status="accepted">{t('reservations.status_accepted')}</StatusBadge>
        <StatusBadge status="rejected">{t('reservations.status_rejected')}</StatusBadge>
        <StatusBadge status="cancelled">{t('reservations.status_cancelled')}</StatusBadge>
        <StatusBadge status="neutral">{t('reservations.status_expired')}</StatusBadge>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Tag tone="brand">{t('rides.seats_left', { count: 3 })}</Tag>
        <Tag icon="paw">{t('rides.pets_ok')}</Tag>
        <Tag tone="sun">{t('design.new')}</Tag>
        <Tag tone="info" icon="info">
          {t('rides.own_ride')}
        </Tag>
        <Tag tone="warning" icon="warning">
          {t('rides.above_share')}
        </Tag>
        <Tag tone="danger" icon="flag">
          {t('rides.cancelled_tag')}
        </Tag>
        <Tag tone="outline" icon="bolt">
          {t('rides.instant')}
        </Tag>
        <UnreadDot label={t('nav.chat_unread')} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name="Kari Nordmann" size="sm" />
        <Avatar name="محمد الأحمد" />
        <Avatar name="Åse Marie Ødegård" size="lg" />
        <Rating label={t('rides.no_ratings')} />
        <Rating value={format.rating(9.4)} count={38} label={rating} />
        <Rating value={format.rating(9.4)} count={38} label={rating} size="lg" />
        <Price amount={price.amount} unit={price.unit} />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Card>{t('nav.tagline')}</Card>
        <Card tone="tint">{t('nav.tagline')}</Card>
      </div>
      <Progress label={t('core.loading')} value={0.6} />
      <div className="flex flex-col gap-2">
        <TimeTrack passed={0.4} tone="brand" />
        <TimeTrack passed={0.85} tone="warning" />
        <TimeTrack passed={1} tone="warning" />
      </div>
    </div>
  )
}

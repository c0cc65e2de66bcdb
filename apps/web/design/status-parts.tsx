import { useFormat } from '#lib/format'
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
  const format = useFormat()
  const rating = 'Rated 9.4 of 10 by 38 people'
  const price = format.price(300, 'NOK')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2.5">
        <StatusBadge status="pending">Pending</StatusBadge>
        <StatusBadge status="accepted">Accepted</StatusBadge>
        <StatusBadge status="rejected">Rejected</StatusBadge>
        <StatusBadge status="cancelled">Ended</StatusBadge>
        <StatusBadge status="neutral">No answer</StatusBadge>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Tag tone="brand">3 seats left</Tag>
        <Tag icon="paw">Pets OK</Tag>
        <Tag tone="sun">New</Tag>
        <Tag tone="info" icon="info">
          Your ride
        </Tag>
        <Tag tone="warning" icon="warning">
          More than the costs
        </Tag>
        <Tag tone="danger" icon="flag">
          Cancelled
        </Tag>
        <Tag tone="outline" icon="bolt">
          Instant seat
        </Tag>
        <UnreadDot label="Unread messages" />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name="Kari Nordmann" size="sm" />
        <Avatar name="محمد الأحمد" />
        <Avatar name="Åse Marie Ødegård" size="lg" />
        <Rating label="No ratings yet" />
        <Rating value={format.rating(9.4)} count={38} label={rating} />
        <Rating value={format.rating(9.4)} count={38} label={rating} size="lg" />
        <Price amount={price.amount} unit={price.unit} />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Card>Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden.</Card>
        <Card tone="tint">Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden.</Card>
      </div>
      <Progress label="Loading..." value={0.6} />
      <div className="flex flex-col gap-2">
        <TimeTrack passed={0.4} tone="brand" />
        <TimeTrack passed={0.85} tone="warning" />
        <TimeTrack passed={1} tone="warning" />
      </div>
    </div>
  )
}

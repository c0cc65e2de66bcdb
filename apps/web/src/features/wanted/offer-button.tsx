import { useEffect, useRef, useState } from 'react'
import type { PostOnWay } from '@samtur/contract/wanted'
import { useAction } from '#lib/forms/action'
import { useIdempotencyKey } from '#lib/forms/idempotency-key'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import { useOffer } from './queries.ts'

/** Offers the ride as it is; in the place of the button it then says so. */
export function OfferButton({ rideId, post }: { rideId: string; post: PostOnWay }) {
  const t = useT()
  const { keyOf } = useIdempotencyKey()
  const { mutateAsync } = useOffer(rideId)
  const [pressed, setPressed] = useState(false)
  const { start, busy } = useAction({
    toastKey: `offer-${post.id}`,
    run: () => {
      setPressed(true)
      return mutateAsync({ postId: post.id, idempotencyKey: keyOf({ rideId, postId: post.id }) })
    },
    failure: t('posts.offer_failed'),
  })
  if (post.offered) return <Offered name={post.first_name} focused={pressed} />
  if (post.section.available_seats < post.seats)
    return (
      <p className="flex min-h-11 flex-1 items-center justify-center rounded-field bg-sunk px-4 font-semibold text-soft">
        {t('rides.full')}
      </p>
    )
  return (
    <Button busy={busy} onClick={() => void start(undefined)} className="flex-1">
      <span>
        {t('posts.offer')}
        <span className="sr-only"> {post.first_name}</span>
      </span>
    </Button>
  )
}

/** `focused` where it takes the place of the button that was just pressed. */
function Offered({ name, focused }: { name: string; focused: boolean }) {
  const t = useT()
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (focused) words.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <p
      ref={words}
      tabIndex={-1}
      className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-field bg-brand-tint px-4 py-2 text-center font-semibold wrap-anywhere text-on-tint outline-none"
    >
      <Icon name="check-circle" />
      {t('posts.offered_to', { name })}
    </p>
  )
}

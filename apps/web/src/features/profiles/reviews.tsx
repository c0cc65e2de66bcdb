import { useId } from 'react'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { RatingsList } from '../ratings/ratings-list.tsx'

/** What others wrote. The list scrolls in its own frame so that the page stays short. */
export function Reviews({ userId, name }: { userId: string; name: string }) {
  const t = useT()
  const id = useId()
  return (
    <Card padding="none">
      <h2 id={id} className="px-4.5 pt-4.5 pb-3 text-xl sm:px-5.5 sm:pt-5.5">
        {t('profiles.reviews')}
      </h2>
      <div
        role="region"
        aria-labelledby={id}
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[36rem] overflow-y-auto rounded-b-card px-4.5 pb-4.5 sm:px-5.5 sm:pb-5.5"
      >
        <RatingsList userId={userId} name={name} />
      </div>
    </Card>
  )
}

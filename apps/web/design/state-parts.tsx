import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Landscape } from '#ui/landscape'
import { Loading, Skeleton } from '#ui/skeleton'
import { SkeletonText } from '#ui/skeleton-text'
import { Spinner } from '#ui/spinner'

export function StateParts() {
  const none = ['No rides found', 'Try adjusting your search criteria'] as const
  const scenes = [
    ['rides', ...none],
    ['reservations', 'Reservations', 'Try adjusting your search criteria'],
    ['chats', 'Chat', 'Try adjusting your search criteria'],
    ['error', 'Unexpected Application Error!', 'The page could not be shown. Reload it, or go to the home page.'],
    ['offline', 'No connection', 'You are offline. We will try again when the connection is back.'],
    ['not-found', 'Could not load rides', 'Something went wrong. Please try again.'],
    ['done', 'Reservation sent!', 'The driver will consider your request'],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <Loading label="Loading rides..." className="flex flex-col gap-4">
            <Skeleton className="h-6 w-2/5" />
            <SkeletonText />
            <Skeleton className="h-11 w-full rounded-field" />
          </Loading>
        </Card>
        <Card className="flex items-center justify-center">
          <Spinner label="Loading..." showLabel />
        </Card>
      </div>
      <Failure
        title="Could not load rides"
        text="Something went wrong. Please try again."
        retry="Try again"
        busy={false}
        onRetry={() => {}}
      />
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
        {scenes.map(([scene, title, text]) => (
          <Card key={scene}>
            <EmptyState drawing={<Landscape scene={scene} />} title={title} text={text} level="h3" />
          </Card>
        ))}
      </div>
    </div>
  )
}

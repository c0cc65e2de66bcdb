import { useT } from '#lib/i18n'
import { Section } from '#ui/page'
import { Entries } from './endless-list.tsx'
import { LoadFailure } from './list-states.tsx'
import { splitWaiting } from './waiting.ts'
import { OfferCard, OverCard, WaitingCard } from './waiting-card.tsx'
import type { useWaitingEntries } from './waiting-queries.ts'

interface WaitingProps {
  query: ReturnType<typeof useWaitingEntries>
  now: number
}

const grid = 'grid items-start gap-4 sm:gap-4.5 md:grid-cols-2'

/** Seats that are held for the reader, before everything else on the page. */
export function Offers({ query, now }: WaitingProps) {
  const t = useT()
  const { offers } = splitWaiting(query.data ?? [])
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers-heading" className="mb-10">
      <h2 id="offers-heading" className="mb-4">
        {t('requests.offers')}
      </h2>
      <Entries items={offers} className={grid}>
        {(entry) => <OfferCard entry={entry} now={now} />}
      </Entries>
    </section>
  )
}

interface WaitingListsProps extends Pick<WaitingProps, 'query'> {
  /** The page already says that it could not load. */
  quiet: boolean
}

/** The reader's places on waiting lists, and those that have come to nothing. */
export function WaitingLists({ query, quiet }: WaitingListsProps) {
  const t = useT()
  const { waiting, over } = splitWaiting(query.data ?? [])
  const failed = !quiet && query.isError
  if (!failed && waiting.length + over.length === 0) return null
  return (
    <Section id="waiting-lists" title={t('requests.list')}>
      {failed && <LoadFailure query={{ ...query, isFetchNextPageError: false }} what={t('requests.load_failed')} />}
      <Entries items={[...waiting, ...over]} className={grid}>
        {(entry) => (entry.state === 'waiting' ? <WaitingCard entry={entry} /> : <OverCard entry={entry} />)}
      </Entries>
    </Section>
  )
}

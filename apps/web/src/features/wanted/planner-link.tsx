import type { Planner } from '@samtur/contract/wanted'
import { useT } from '#lib/i18n'
import { RowLink } from './row-link.tsx'

interface PlannerLinkProps {
  planner: Planner
  /** The card around it is the link. */
  card?: boolean
}

/** The way by bus, train and boat, on the page of the national planner. */
export function PlannerLink({ planner: { name, url }, card = false }: PlannerLinkProps) {
  const t = useT()
  return (
    <RowLink
      to={url}
      outside
      card={card}
      icon="bus"
      title={t('rescue.planner', { planner: name })}
      text={t('rescue.planner_text')}
    />
  )
}

import type { ReactNode, Ref } from 'react'
import type { Condition } from '@samtur/contract/operations'
import type { Translate } from '@samtur/i18n/translate'
import { useLanguage, useT } from '#lib/i18n'
import { StatusBadge, type Status } from '#ui/status-badge'
import { Card } from '#ui/card'
import { bytesText, durationText } from './model.ts'

const looks: Record<Condition, Status> = { fine: 'accepted', slow: 'pending', broken: 'rejected' }

// i18n-dynamic: operations.condition.*
const conditionText = (t: Translate, condition: Condition) => t(`operations.condition.${condition}`)

export function ConditionBadge({ condition }: { condition: Condition }) {
  const t = useT()
  return <StatusBadge status={looks[condition]}>{conditionText(t, condition)}</StatusBadge>
}

export const headingId = (name: string) => `operations-${name}`

interface PartProps {
  name: string
  title: string
  condition?: Condition
  /** At the end of the heading's row. */
  action?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One section of the page: its heading with its condition, above rows. */
export function Part({ name, title, condition, action, headingRef, children }: PartProps) {
  return (
    <Card as="section" padding="none" aria-labelledby={headingId(name)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={headingId(name)} ref={headingRef} tabIndex={-1} className="scroll-mt-24 text-lg!">
            {title}
          </h2>
          {condition && <ConditionBadge condition={condition} />}
        </div>
        {action}
      </div>
      {children}
    </Card>
  )
}

export const rowClass = 'border-t border-line px-4 py-3 sm:px-5'

/** Says below a row what to do. */
export const Advice = ({ children }: { children: ReactNode }) => <p className="mt-1 max-w-text">{children}</p>

/** Name and value of one entry of a `dl`, with what to do. */
export function FactRow({ label, children, advice }: { label: ReactNode; children: ReactNode; advice?: ReactNode }) {
  return (
    <div className={`${rowClass} flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1`}>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 text-end font-semibold wrap-anywhere tabular">{children}</dd>
      {advice && <dd className="w-full">{advice}</dd>}
    </div>
  )
}

/** Returns functions that format sizes and durations in the page's language. */
export function useFigures() {
  const { language } = useLanguage()
  return {
    bytes: (value: number) => bytesText(language, value),
    duration: (seconds: number) => durationText(language, seconds),
  }
}

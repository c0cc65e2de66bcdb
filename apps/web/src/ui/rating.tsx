import { Icon } from './icon.tsx'

export interface RatingProps {
  /** Formatted, such as '9,4'; without it there is no rating yet and `label` is shown instead. */
  value?: string
  /** Number of ratings. */
  count?: number
  /** The full text: '9,4 av 10, 38 vurderinger'. */
  label: string
  size?: 'sm' | 'md' | 'lg'
}

/** A star, the average and the number of ratings. */
export function Rating({ value, count, label, size = 'sm' }: RatingProps) {
  const text = { sm: 'text-sm', md: 'text-base', lg: 'text-xl font-heading' }[size]
  if (value === undefined) return <span className={`${text} text-soft`}>{label}</span>
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap max-[20rem]:flex-wrap ${text}`}>
      <Icon name="star-filled" size={size === 'lg' ? 24 : 16} className="text-sun stroke-edge dark:stroke-sun" />
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="font-semibold tabular">
        {value}
      </span>
      {count !== undefined && (
        <span aria-hidden="true" className="font-normal text-soft tabular row:@max-md:hidden">
          ({count})
        </span>
      )}
    </span>
  )
}

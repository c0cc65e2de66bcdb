export interface PriceProps {
  /** Formatted in the page's language. */
  amount: string
  unit: string
  size?: 'md' | 'lg' | 'xl'
  className?: string
}

const sizes = { md: 'text-xl/none', lg: 'text-2xl/none', xl: 'text-3xl/none' }

/** An amount with its unit, in the same order in both reading directions. */
export function Price({ amount, unit, size = 'lg', className = '' }: PriceProps) {
  return (
    <span dir="ltr" className={`inline-block font-heading whitespace-nowrap tabular ${sizes[size]} ${className}`}>
      {amount} <span className="font-sans text-sm font-normal tracking-normal text-soft">{unit}</span>
    </span>
  )
}

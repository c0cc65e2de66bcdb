interface SpinnerProps {
  /** What is loading; announced politely. Without it the spinner is decoration. */
  label?: string
  /** Shows the label beside the ring instead of to screen readers only. */
  showLabel?: boolean
  size?: number
  className?: string
}

/** A rotating piece of the route line. */
export function Spinner({ label, showLabel = false, size = 20, className = '' }: SpinnerProps) {
  const ring = (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
      className={`shrink-0 animate-spin ${label ? '' : className}`}
    >
      <circle cx="12" cy="12" r="9" opacity=".25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
  if (!label) return ring
  return (
    <span role="status" className={`inline-flex items-center gap-3 text-soft ${className}`}>
      {ring}
      <span className={showLabel ? '' : 'sr-only'}>{label}</span>
    </span>
  )
}

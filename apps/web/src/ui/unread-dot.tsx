/** The red dot for something unread; the words are for screen readers. `className` places it. */
export function UnreadDot({ label, className = '' }: { label: string; className?: string }) {
  return (
    <span className={`inline-block size-2.5 rounded-full border border-transparent bg-danger ${className}`}>
      <span className="sr-only">{label}</span>
    </span>
  )
}

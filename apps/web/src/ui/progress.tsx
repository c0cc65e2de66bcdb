interface ProgressProps {
  /** Name of the running task, shown above the bar. */
  label: string
  /** 0 to 1. */
  value: number
  /** Such as '40 %', at the end of the label's row. */
  text?: string
}

/** A progress bar. */
export function Progress({ label, value, text }: ProgressProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-4 text-sm" aria-hidden="true">
        <span>{label}</span>
        {text && <span className="text-soft tabular">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value * 100)}
        aria-valuetext={text}
        className="h-2.5 overflow-hidden rounded-full border border-edge bg-sunk"
      >
        <div
          className="h-full origin-left bg-brand transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${value})` }}
        />
      </div>
    </div>
  )
}

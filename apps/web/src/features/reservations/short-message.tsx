import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'

/** Shows the first two lines of a message. A button shows and hides the rest of a longer one. */
export function ShortMessage({ children }: { children: string }) {
  const t = useT()
  const id = useId()
  const text = useRef<HTMLParagraphElement>(null)
  const [cut, setCut] = useState(false)
  const [whole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const box = text.current
    if (!box || whole || typeof ResizeObserver === 'undefined') return
    const measure = () => setCut(box.scrollHeight > box.clientHeight + 1)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [children, whole])
  return (
    <div>
      <p
        ref={text}
        id={id}
        dir="auto"
        className={`max-w-text border-s-3 border-line ps-3 text-sm whitespace-pre-line wrap-anywhere ${whole ? '' : 'line-clamp-2'}`}
      >
        {children}
      </p>
      {cut && (
        <button
          type="button"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
          className="group -my-2 flex min-h-11 items-center gap-0.5 rounded-sm ps-3 text-sm font-semibold text-link hover:underline"
        >
          {t('reservations.whole_message')}
          <Icon name="chevron-down" size={16} className="group-aria-expanded:rotate-180" />
        </button>
      )}
    </div>
  )
}

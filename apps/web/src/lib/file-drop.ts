/** Accepts files dragged into an element: spread the handlers on it. */
import { useEffect, useState, type DragEvent } from 'react'

export function useFileDrop(take: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files') || isInDialogOver(event)) return
    // Without this the browser would open the file.
    event.preventDefault()
    setOver(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (!event.dataTransfer.types.includes('Files') || isInDialogOver(event)) return
    event.preventDefault()
    take([...event.dataTransfer.files])
  }
  return { over, onDragOver, onDragLeave, onDrop }
}

/** Returns whether the event is in a dialog that was opened from within the element. */
function isInDialogOver({ target, currentTarget }: DragEvent) {
  const dialog = target instanceof Element ? target.closest('dialog') : null
  return dialog !== null && dialog !== currentTarget && currentTarget.contains(dialog)
}

/** Ignores files dropped outside the drop areas, which would otherwise open in the browser. */
export function useStrayDrops() {
  useEffect(() => {
    const swallow = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', swallow)
    addEventListener('drop', swallow)
    return () => {
      removeEventListener('dragover', swallow)
      removeEventListener('drop', swallow)
    }
  }, [])
}

/** Files that are dragged into an element from elsewhere: spread the handlers on it. */
import { useState, type DragEvent } from 'react'

export function useFileDrop(take: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Without it the browser would leave the page for the file.
    event.preventDefault()
    setOver(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    take([...event.dataTransfer.files])
  }
  return { over, onDragOver, onDragLeave, onDrop }
}

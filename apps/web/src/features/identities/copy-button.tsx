import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'

interface CopyButtonProps {
  text: string
  label: string
  /** What is said when it is done. */
  done: string
}

/** Copies a text. Shows a message when the clipboard is not available, so that the person selects the text instead. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const t = useT()
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ tone: 'success', title: done, key: 'copy' })
    } catch {
      toast({ tone: 'error', title: t('security.copy_failed'), text: t('security.copy_failed_text'), key: 'copy' })
    }
  }
  return (
    <Button variant="quiet" size="sm" icon="copy" onClick={() => void copy()}>
      {label}
    </Button>
  )
}

import { Card } from '#ui/card'
import { SupportForm } from '../support/support-form.tsx'
import { Direct } from './help-dialog.tsx'

/** The ways to reach a person, and the form. */
export function Contact() {
  return (
    <Card className="max-w-[48rem]">
      <p className="mb-4 max-w-text wrap-anywhere">
        <Direct />
      </p>
      <SupportForm />
    </Card>
  )
}

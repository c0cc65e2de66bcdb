/* i18n-exempt: design gallery */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { GalleryCards } from './gallery-cards.tsx'
import { GalleryFields } from './gallery-fields.tsx'
import { GalleryFeedback } from './gallery-feedback.tsx'
import { GalleryFirstView } from './gallery-first-view.tsx'
import { GalleryTokens } from './gallery-tokens.tsx'
import { BottomBar, Page, PageHeader } from './page.tsx'
import { ToastProvider } from './toast.tsx'

const sections: readonly [id: string, title: string, content: ReactNode][] = [
  ['cards', 'Cards and route lines', <GalleryCards key="cards" />],
  ['fields', 'Fields', <GalleryFields key="fields" />],
  ['feedback', 'Answers and states', <GalleryFeedback key="feedback" />],
  ['tokens', 'Tokens, type, buttons and icons', <GalleryTokens key="tokens" />],
]

/** Every part of the design system in every state, on one page. */
export default function Gallery() {
  return (
    <ToastProvider texts={{ region: 'Meldinger', dismiss: 'Lukk meldingen' }}>
      <GalleryFirstView />
      <Page>
        <PageHeader title="Design gallery" lead="Every part in every state. Look here before drawing anything new." />
        {sections.map(([id, title, content]) => (
          <section key={id} id={id} className="mt-12 sm:mt-16">
            <h2 className="mb-5">{title}</h2>
            {content}
          </section>
        ))}
      </Page>
      <BottomBar>
        <Button wide>Reserver</Button>
      </BottomBar>
    </ToastProvider>
  )
}

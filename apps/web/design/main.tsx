/** The page `/design` of `npm run dev`, which shows the parts of the pages in every state. The product does not have it. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { needCatalogues } from '#lib/i18n'
import { Queries } from '#lib/query-client'
import { followTheme } from '#lib/theme'
import { loadLateIcons } from '#ui/icon'
import { Page, PageHeader, Section } from '#ui/page'
import { frameCatalogues } from '../src/app/first-catalogues.ts'
import { LateTheme } from '../src/app/late-theme.tsx'
import { Providers } from '../src/app/providers.tsx'
import { ButtonParts } from './button-parts.tsx'
import { ColourParts } from './colour-parts.tsx'
import { DialogParts } from './dialog-parts.tsx'
import { FieldParts } from './field-parts.tsx'
import { IconParts } from './icon-parts.tsx'
import { NavigationParts } from './navigation-parts.tsx'
import { RideParts } from './ride-parts.tsx'
import { StateParts } from './state-parts.tsx'
import { StatusParts } from './status-parts.tsx'
import { TypeParts } from './type-parts.tsx'
import './styles.css'

function DesignPage() {
  return (
    <Page>
      <PageHeader
        title="Design system"
        lead="Every part the pages are built of, in every state. Look here before drawing anything new."
      />
      <div className="w-fit rounded-card border border-line bg-surface p-3">
        <LateTheme />
      </div>
      <Section title="Colours and contrast">
        <ColourParts />
      </Section>
      <Section title="Type">
        <TypeParts />
      </Section>
      <Section title="Buttons">
        <ButtonParts />
      </Section>
      <Section title="Fields">
        <FieldParts />
      </Section>
      <Section title="Ride cards and route lines">
        <RideParts />
      </Section>
      <Section title="Badges, people and ratings">
        <StatusParts />
      </Section>
      <Section title="Tabs, accordions and menus">
        <NavigationParts />
      </Section>
      <Section title="Dialogs and messages">
        <DialogParts />
      </Section>
      <Section title="Loading, empty, failed and offline">
        <StateParts />
      </Section>
      <Section title="Icons">
        <IconParts />
      </Section>
    </Page>
  )
}

followTheme()
// Texts and icons that parts of a page load by themselves or with their page.
await Promise.all([needCatalogues([...frameCatalogues, 'detours', 'fields', 'places', 'rides']), loadLateIcons()])
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Queries>
        <Providers>
          <DesignPage />
        </Providers>
      </Queries>
    </StrictMode>,
  )

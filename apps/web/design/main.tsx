/** The page `/design` of `npm run dev`, which shows the parts of the pages in every state. The product does not have it. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import texts from 'virtual:texts-of-every-page'
import { needCatalogues } from '#lib/i18n'
import { followTheme } from '#lib/theme'
import { Page, PageHeader, Section } from '#ui/page'
import { App } from '../src/app/app.tsx'
import { ThemePicker } from '../src/app/theme-picker.tsx'
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
        <ThemePicker />
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
await needCatalogues(texts)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App>
        <RouterProvider router={createBrowserRouter([{ path: '*', Component: DesignPage }])} />
      </App>
    </StrictMode>,
  )

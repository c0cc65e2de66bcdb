/** The first thing the page without a network runs, before anything of it is painted: no server was there to send it in its theme. */
import { chosenTheme } from './theme.ts'
import { showTheme } from './theme-choice.ts'

const theme = chosenTheme()
if (theme) showTheme(theme)

import { needCatalogues } from '#lib/i18n'

/** Forms and their texts, which hardly any reader of ratings needs. */
const texts = () => needCatalogues(['conflicts', 'fields', 'ratings'])

export const loadReplyForm = async () => (await Promise.all([import('./reply-form.tsx'), texts()]))[0].ReplyForm
export const loadReportDialog = async () =>
  (await Promise.all([import('./report-dialog.tsx'), texts()]))[0].ReportDialog
export const loadRatingDialog = async () =>
  (await Promise.all([import('./rating-dialog.tsx'), texts()]))[0].RatingDialog

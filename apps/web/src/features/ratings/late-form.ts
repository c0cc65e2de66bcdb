// Forms, which hardly any reader of ratings needs.
export const loadReplyForm = async () => (await import('./reply-form.tsx')).ReplyForm
export const loadReportDialog = async () => (await import('./report-dialog.tsx')).ReportDialog
export const loadRatingDialog = async () => (await import('./rating-dialog.tsx')).RatingDialog

import { defineErrors } from '#contract/core/errors.ts';

export const ADMIN_USER_ERRORS = /* @__PURE__ */ defineErrors('admin-user', {
	verification: 'Please say whether the user is verified.',
	warning: 'Please write what the user is warned about.',
	alreadyVerified: 'This user is already verified.',
	notVerifiableByEmail:
		'This user is already verified, or has no confirmed address of the college.',
	notVerified: 'This user is not verified.',
	alreadyBanned: 'This user is already banned.',
	notBanned: 'This user is not banned.',
});

export const SETTINGS_ERRORS = /* @__PURE__ */ defineErrors('settings', {
	mode: 'Please say whether maintenance mode is on.',
	twoStep: 'Please say whether two-step sign-in is required.',
	message: 'The maintenance message can be at most 500 characters.',
	estimatedDowntime: 'The estimated downtime can be at most 100 characters.',
	changedMeanwhile:
		'Somebody else has changed this meanwhile. Nothing was saved: save again if yours shall hold.',
	badBefore: 'Please say what the settings were before.',
});

export const NOTE_ERRORS = /* @__PURE__ */ defineErrors('note', {
	tooLong: 'A note can be at most 2,000 characters.',
	deletionReason: 'Please say why the item is deleted.',
});

export const ADMIN_SESSION_ERRORS = /* @__PURE__ */ defineErrors('admin-session', {
	emailRequired: 'Please enter your email address.',
	codeNeeded: 'Enter the code from your authenticator app.',
	badCode: 'A code has six digits, a recovery code twenty.',
	wrongCode: 'That code is not right. Please try the next one.',
	codeNotCheckable:
		'Your code can not be checked at the moment. Please try again in some minutes. If it still fails, ask a super administrator, or whoever runs the market, to let you in again.',
	tooManyFailures: 'Too many tries. Please wait a quarter of an hour.',
	demoOnLoopbackOnly: 'Demo administrators sign in on this computer only.',
	twoStepSetupRequired: 'Please set up two-step sign-in first.',
	mustChangePassword:
		'The password you came in with was given to you. Please choose one of your own first.',
	passwordExpired:
		'This password was given to you more than three days ago and has run out. A super administrator can give you a new one, or whoever runs the market, by npm run admin:reset.',
	twoStepNotStarted: 'Please begin setting up two-step sign-in again.',
	twoStepEnabled: 'Two-step sign-in is on.',
	twoStepDisabled: 'Two-step sign-in is off.',
	twoStepRequired: 'Two-step sign-in is required here and can not be turned off.',
});

export const FILTER_ERRORS = /* @__PURE__ */ defineErrors('filter', {
	badFilter: 'That filter is not valid.',
	badSort: 'That order is not valid.',
});

export const ANALYTICS_ERRORS = /* @__PURE__ */ defineErrors('analytics', {
	badPeriod: 'The period is 7, 14 or 30 days.',
});

export const ADMIN_ITEM_ERRORS = /* @__PURE__ */ defineErrors('admin-item', {
	notDeleted: 'This item is not deleted, or was deleted too long ago.',
	alreadyBanned: 'This item is already banned.',
	notBanned: 'This item is not banned.',
	notSold: 'This item is not sold.',
});

export const AUDIT_ERRORS = /* @__PURE__ */ defineErrors('audit', {
	badDate: 'That date is not valid.',
	notFound: 'Audit entry not found.',
});

export const BULK_ERRORS = /* @__PURE__ */ defineErrors('bulk', {
	badSelection: 'That selection is not valid.',
	largeSelection: 'At most 100 entries can be changed at once.',
	badAction: 'Please choose what to do.',
});

export const ADMIN_NOTIFICATION_ERRORS = /* @__PURE__ */ defineErrors('admin-notification', {
	title: 'Title must be between 1 and 100 characters.',
	message: 'Message must be between 1 and 1,000 characters.',
	badTarget: 'Please choose who is told.',
	notFound: 'Notification not found.',
});

export const ADMINISTRATOR_ERRORS = /* @__PURE__ */ defineErrors('administrator', {
	badRole: 'Please choose a role from the list.',
	emailTaken: 'An administrator with this email already exists.',
	notFound: 'Administrator not found.',
	cannotRemoveSelf: 'You cannot remove yourself.',
	ownPassword: 'Please change your own password in your account.',
	lastSuperAdmin: 'One super administrator must remain.',
	wrongPassword: 'Your current password is not right.',
	linkExpired:
		'This link was used, or is more than three days old. A super administrator can give you a new password.',
	temporaryPassword: 'Please choose another than the one you were given.',
});

export const ADMIN_FEEDBACK_ERRORS = /* @__PURE__ */ defineErrors('admin-feedback', {
	badSelection: 'The selected feedback is not valid.',
	largeSelection: 'At most 100 entries can be approved at once.',
	notFound: 'Feedback not found.',
	notPending: 'This feedback has already been decided.',
	notApproved: 'Only approved feedback can be featured.',
	alreadyFeatured: 'This feedback is already featured.',
	notFeatured: 'This feedback is not featured.',
});

export const REPORT_DECISION_ERRORS = /* @__PURE__ */ defineErrors('report-decision', {
	invalidAction: 'Invalid action selected.',
	notFound: 'Report not found.',
	notPending: 'This report has already been decided.',
	badOthers: 'Please name the other reports by their numbers.',
	noChat: 'This report points to no chat.',
	chatClosed: 'The chat can be read only while the report is pending.',
	notDecided: 'This report is waiting for a decision already.',
	sentAgain: 'The same report was sent again, and that one is waiting for a decision.',
	notBanned: 'Nothing is resolved: this is not banned any more.',
	badAbout: 'Please say what the reports are about.',
});

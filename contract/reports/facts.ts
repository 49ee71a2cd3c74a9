/** What a report can be about. */
export const REPORT_KINDS = ['item', 'user', 'wanted', 'review'] as const;
export type ReportSubject = (typeof REPORT_KINDS)[number];

/** Types of reports about items, wanted posts and reviews. */
export const CONTENT_REPORT_TYPES = ['other', 'spam', 'inappropriate', 'fraud'] as const;
export const USER_REPORT_TYPES = [
	'harassment',
	'spam',
	'inappropriate_behavior',
	'scam',
	'fake_profile',
	'other',
] as const;
export const REPORT_STATUSES = ['pending', 'resolved', 'dismissed'] as const;

export const REPORT_TYPE_LABELS = {
	harassment: 'Harassment',
	spam: 'Spam',
	inappropriate: 'Inappropriate',
	inappropriate_behavior: 'Inappropriate behaviour',
	fraud: 'Fraud',
	scam: 'Scam',
	fake_profile: 'Fake profile',
	other: 'Other',
} as const satisfies Record<
	(typeof CONTENT_REPORT_TYPES)[number] | (typeof USER_REPORT_TYPES)[number],
	string
>;

export const REPORT_LIMITS = {
	complaintMax: 2000,
	/** What administrators read of a reported chat can be read again for this many days after the decision. */
	chatKeptDays: 90,
} as const;

/** Texts about reports, for the users who send them. */
export const REPORT_MESSAGES = {
	submit: 'Submit Report',
	itemReported: 'Item reported successfully.',
	itemFailed: 'Failed to report item. Please try again.',
	itemNoConnection: 'An error occurred while reporting the item. Please try again.',
	wantedReported: 'Post reported successfully.',
	wantedFailed: 'Failed to report the post. Please try again.',
	wantedNoConnection: 'An error occurred while reporting the post. Please try again.',
	reviewReported: 'Review reported successfully.',
	reviewFailed: 'Failed to report the review. Please try again.',
	reviewNoConnection: 'An error occurred while reporting the review. Please try again.',
	/** Names a reported review by the person whom it reviews. */
	reviewOf: (userName: string) => `the review of ${userName}`,
	userReported: 'User reported successfully',
	userFailed: 'Failed to report user',
	userNoConnection: 'Failed to report user. Please try again.',
	noReports: 'You have not reported anything',
	noReportsHint: 'Reports you send are listed here, with their outcome.',
	outcomes: {
		pending: 'Waiting for an administrator',
		resolved: 'Upheld: the administrators agree with it',
		dismissed: 'Closed: nothing against the rules was found',
	},
} as const;

/** What feedback about the market can be about. */
export const FEEDBACK_CATEGORIES = ['general', 'product', 'service', 'suggestion'] as const;
export const FEEDBACK_STATUSES = ['pending', 'approved', 'rejected'] as const;

export const FEEDBACK_CATEGORY_LABELS = {
	general: 'General',
	product: 'Product',
	service: 'Service',
	suggestion: 'Suggestion',
} as const satisfies Record<(typeof FEEDBACK_CATEGORIES)[number], string>;

/** What each rating is called, by its number of stars. */
export const RATING_LABELS = {
	5: 'Excellent!',
	4: 'Very Good!',
	3: 'Good!',
	2: 'Fair',
	1: 'Poor',
} as const;

export const FEEDBACK_LIMITS = {
	/** Maximum shown by the form's counter; longer texts are allowed. */
	counter: 500,
	textMax: 5000,
	/** How long the page thanks for feedback before it shows an empty form. */
	thankYouMs: 5000,
	/** Testimonials in a list, by default. */
	testimonials: 6,
	ratingMax: 5,
} as const;

/** Texts of the feedback page. */
export const FEEDBACK_MESSAGES = {
	title: 'Share Your Feedback',
	testimonials: 'What Our Users Say',
	counter: (length: number) => `${length}/${FEEDBACK_LIMITS.counter}`,
	thanks: 'Thank you for your feedback!',
	submitted: 'Feedback submitted successfully.',
	failed: 'Failed to submit feedback. Please try again.',
	noConnection: 'Network error. Please check your connection and try again.',
} as const;

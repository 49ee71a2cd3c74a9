import { isolated } from '#contract/core/format.ts';
/** Limits of wanted posts: what users look for. */
export const WANTED_LIMITS = {
	titleMin: 3,
	titleMax: 80,
	noteMax: 255,
	/** Live posts of one person at the same time. */
	livePerPerson: 5,
	/** Posts of one person within 24 hours, the deleted ones included. */
	postsPerDay: 10,
	lifeDays: 30,
	/** The asker is told this long before a post ends. */
	endingNoticeDays: 3,
	/** Answers of one seller within 24 hours. */
	answersPerDay: 10,
	pageDefault: 20,
	/** Posts shown to a seller whose item they fit. */
	fittingMax: 20,
	/** A subject or category counts as looked for from this number of people on. */
	mostWantedPeople: 3,
	/** Entries of the list of subjects and categories that are looked for most. */
	mostWantedMax: 30,
	/** Trigram similarity from which two titles are alike. */
	titleSimilarityMin: 0.4,
} as const;

/** `live` is public; the other posts are over, and only their asker reads them. */
export const WANTED_STATUSES = ['live', 'expired', 'found', 'removed'] as const;
export type WantedStatus = (typeof WANTED_STATUSES)[number];

export const WANTED_STATUS_LABELS: Record<WantedStatus, string> = {
	live: 'Live',
	expired: 'Ended',
	found: 'Found',
	removed: 'Removed',
};

/** Column titles of the CSV export. */
export const WANTED_FIELD_LABELS = {
	title: 'Title',
	note: 'Note',
	category: 'Category',
	maxPrice: 'At most (₹)',
	subject: 'Subject',
} as const;

/** Texts about wanted posts. */
export const WANTED_MESSAGES = {
	added: 'Posted. Students who have it can answer you.',
	updated: 'Your changes are saved.',
	deleted: 'Your post is deleted.',
	renewed: `Shown for ${WANTED_LIMITS.lifeDays} more days.`,
	found: 'Good to hear. The post is closed.',
	answered: 'They are told, with a link to your item.',
	failed: 'Something went wrong. Please try again.',
	noConnection: 'Error connecting to server.',
	empty: 'Nobody is looking for anything right now',
	emptyHint: 'Say what you look for, and students who have it can answer you.',
	noMatches: 'Nobody is looking for that right now',
	noMatchesHint: 'Try other words, or take a filter away.',
	noOwn: 'You are not looking for anything',
	noOwnHint: `A post is shown for ${WANTED_LIMITS.lifeDays} days. You are told when somebody answers.`,
	noAnswers: 'No answers yet',
	noAnswersHint: 'You get a notification as soon as somebody offers an item.',
	answersGone: 'What was offered is no longer available',
	otherAnswersGone: (answers: number) =>
		answers === 1
			? '1 other answer is no longer available.'
			: `${answers} other answers are no longer available.`,
	nothingToOffer: 'You have nothing on sale right now',
	nothingToOfferHint: 'Post it with a photo; the title is filled in.',
	lookedForBy: (people: number) =>
		people === 1 ? '1 student looks for this' : `${people} students look for this`,
	told: (people: number) => (people === 1 ? '1 student is told.' : `${people} students are told.`),
	nobodyLooks: 'Nobody looks for this any more.',
	deleteConfirmation: 'Delete this post?',

	/** Notifications. */
	answer: (name: string, title: string) => `${isolated(name)} has it: ${isolated(title)}`,
	answerText: (name: string, item: string) =>
		`${isolated(name)} offers you “${isolated(item)}”. Open it, and write to them if it suits you.`,
	ending: (title: string) => `Ends soon: ${isolated(title)}`,
	endingText: `Your post ends in ${WANTED_LIMITS.endingNoticeDays} days. Renew it if you still look for this.`,
	removed: 'Your wanted post was removed',
	removedText: (title: string) =>
		`Administrators removed “${isolated(title)}”. Please keep to the rules of the market.`,
} as const;

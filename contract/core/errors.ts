/** An expected refusal: a code for programs, and a sentence for people. */
export interface DeclaredError {
	/** `item/not-found`: never changes and is the same in every language. */
	readonly code: string;
	readonly message: string;
}

/** A sentence, or a function that builds it from what was refused. */
type Sentence = string | ((...details: never[]) => string);

type DeclaredErrors<Sentences> = {
	readonly [Name in keyof Sentences]: Sentences[Name] extends (...details: infer Details) => string
		? (...details: Details) => DeclaredError
		: DeclaredError;
};

/**
 * The declared errors of all loaded modules. No two errors have the same sentence. `message` is missing if a function
 * builds the sentence.
 */
export const declaredErrors: { readonly code: string; readonly message?: string }[] = [];

/**
 * Declares the refusals of an area: each sentence gets the code `area/name-of-the-key`. The annotation below lets the
 * bundler leave out declarations that no page uses; then `declaredErrors` lacks them as well.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineErrors<const Sentences extends Record<string, Sentence>>(
	area: string,
	sentences: Sentences,
): DeclaredErrors<Sentences> {
	const errors = Object.entries(sentences).map(([name, sentence]) => {
		const code = `${area}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
		if (typeof sentence === 'function') {
			declaredErrors.push({ code });
			return [name, (...details: never[]) => ({ code, message: sentence(...details) })];
		}
		const error = { code, message: sentence };
		declaredErrors.push(error);
		return [name, error];
	});
	return Object.fromEntries(errors) as DeclaredErrors<Sentences>;
}

/**
 * The declared error with this message. A zod issue carries only a message; schemas take theirs from declared errors.
 * @returns `request/bad-request` with the message, if no error declares it
 */
export function declaredErrorOf(message: string): DeclaredError {
	const { code } =
		declaredErrors.find((error) => error.message === message) ?? REQUEST_ERRORS.badRequest;
	return { code, message };
}

export const REQUEST_ERRORS = /* @__PURE__ */ defineErrors('request', {
	badId: 'That address is not valid.',
	badText: 'Text contains characters that cannot be stored.',
	badRequest: 'That request is not valid.',
	notFound: 'There is nothing at this address.',
	signIn: 'Please log in.',
	superAdminOnly: 'Only a super administrator may do this.',
	tooLarge: 'That is too large.',
	wrongType: 'That kind of content is not accepted here.',
	tooMany: 'That was a bit fast. Please try again in a moment.',
	unavailable: 'The market is busy. Please try again in a moment.',
	failed: 'Something went wrong. Please try again.',
	badFlag: 'That is either true or false.',
	badType: 'Please choose a type from the list.',
	changedMeanwhile: 'This was changed elsewhere while you were editing it.',
});

export const PAGING_ERRORS = /* @__PURE__ */ defineErrors('paging', {
	badPage: 'The page must be a whole number above 0.',
	badLimit: 'The number of entries must be a whole number above 0.',
	badCursor: 'That place in the list is not valid.',
});

/** The refusal of a 429 reply, sent with Retry-After. */
export function tooManyRequests(waitSeconds: number): DeclaredError {
	const message = `That was a bit fast. Please try again in ${formatDuration(waitSeconds)}.`;
	return { code: REQUEST_ERRORS.tooMany.code, message };
}

/** What a visitor reads when many calls without an account came from the same network, such as that of a hostel. */
const NETWORK_FLOODS = {
	'sign-up': 'Many people signed up from your network just now.',
	'visitor feedback': 'Many people wrote to us from your network just now.',
} as const;
/**
 * Calls that a script could repeat without an account. They have a second limit per IP address, which counts only the
 * successful calls of visitors.
 */
export type FloodKind = keyof typeof NETWORK_FLOODS;

/** The refusal of a call above the limit of its network, sent with Retry-After. */
export function tooManyFromNetwork(kind: FloodKind, waitSeconds: number): DeclaredError {
	const wait = waitSeconds <= 600 ? 'ten minutes' : formatDuration(waitSeconds);
	const message = `${NETWORK_FLOODS[kind]} Please try again in ${wait}.`;
	return { code: REQUEST_ERRORS.tooMany.code, message };
}

function formatDuration(seconds: number): string {
	if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
	const hours = Math.ceil(minutes / 60);
	return hours === 1 ? 'an hour' : `${hours} hours`;
}

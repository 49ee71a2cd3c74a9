/*
 * Replaces `#web/lib/api/preloaded.ts` in server rendering, where there is no document from which to read responses.
 */

let preloadedAnswers = new Map<string, unknown>();

/**
 * Sets the API responses of the page to render, by URL. They must be read synchronously, before another page is
 * rendered.
 */
export function setPreloadedAnswers(answers: ReadonlyMap<string, unknown>): void {
	preloadedAnswers = new Map(answers);
}

/** Returns the response for this URL, and removes it; undefined if there is none. */
export function takePreloadedAnswer(url: string): unknown {
	const answer = preloadedAnswers.get(url);
	preloadedAnswers.delete(url);
	return answer;
}

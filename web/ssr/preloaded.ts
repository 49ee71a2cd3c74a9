/*
 * Replaces `#web/lib/api/preloaded.ts` in server rendering, where there is no document from which to read responses.
 */

let preloadedAnswers = new Map<string, unknown>();

/** Sets the responses for the next page, which reads them synchronously before another page can render. */
export function setPreloadedAnswers(answers: ReadonlyMap<string, unknown>): void {
	preloadedAnswers = new Map(answers);
}

/** The response to a request for this URL, which is returned once. */
export function takePreloadedAnswer(url: string): unknown {
	const answer = preloadedAnswers.get(url);
	preloadedAnswers.delete(url);
	return answer;
}

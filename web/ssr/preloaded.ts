let preloadedAnswers = new Map<string, unknown>();

/** Sets the responses for the next page, which reads them synchronously before another page can render. */
export function setPreloadedAnswers(answers: ReadonlyMap<string, unknown>): void {
	preloadedAnswers = new Map(answers);
}

/** Replaces `#web/lib/api/preloaded.ts`, which reads them from the document, in server rendering. */
export function takePreloadedAnswer(url: string): unknown {
	const answer = preloadedAnswers.get(url);
	preloadedAnswers.delete(url);
	return answer;
}

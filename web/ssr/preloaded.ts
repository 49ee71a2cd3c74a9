let preloadedAnswers = new Map<string, unknown>();

/** For the page that is drawn next, which takes them before it gives way to another. */
export function setPreloadedAnswers(answers: ReadonlyMap<string, unknown>): void {
	preloadedAnswers = new Map(answers);
}

/** In place of `#web/lib/first-answers.ts`, which reads them from the page. */
export function takePreloadedAnswer(url: string): unknown {
	const answer = preloadedAnswers.get(url);
	preloadedAnswers.delete(url);
	return answer;
}

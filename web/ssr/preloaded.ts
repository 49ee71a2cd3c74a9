let given = new Map<string, unknown>();

/** Sets the responses for the next page, which reads them synchronously before another page can render. */
export function giveFirstAnswers(answers: ReadonlyMap<string, unknown>): void {
	given = new Map(answers);
}

/** Replaces `#web/lib/api/preloaded.ts`, which reads them from the document, in server rendering. */
export function takeFirstAnswer(address: string): unknown {
	const answer = given.get(address);
	given.delete(address);
	return answer;
}

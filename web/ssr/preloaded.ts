let given = new Map<string, unknown>();

/** For the page that is drawn next, which takes them before it gives way to another. */
export function giveFirstAnswers(answers: ReadonlyMap<string, unknown>): void {
	given = new Map(answers);
}

/** In place of `#web/lib/first-answers.ts`, which reads them from the page. */
export function takeFirstAnswer(address: string): unknown {
	const answer = given.get(address);
	given.delete(address);
	return answer;
}

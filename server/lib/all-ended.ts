/**
 * Waits until all have ended, also after a failure.
 * @throws the first failure
 */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
	const outcomes = await Promise.allSettled(work);
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failure) throw failure.reason;
}

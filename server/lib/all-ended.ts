/**
 * Waits until all promises have settled, even if one is rejected.
 * @throws the reason of the first rejected promise in the list
 */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
	const outcomes = await Promise.allSettled(work);
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failure) throw failure.reason;
}

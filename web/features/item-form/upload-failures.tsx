import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { UPLOAD_MESSAGES } from '#contract/uploads.ts';
import { wordsFor } from '#web/lib/api-error.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import type { UploadStates } from './photo-uploads.ts';

/** Why photos are not on the server: each reason once. */
export function UploadFailures({ states }: { states: UploadStates }) {
	const reasons = [...states.values()].flatMap((state) =>
		state.step === 'failed' && state.reason
			? [wordsFor(state.reason, ITEM_MESSAGES.failed, ITEM_MESSAGES.noConnection)]
			: [],
	);
	return (
		<>
			{[...new Set(reasons)].map((reason) => (
				<FormAlert key={reason}>{reason}</FormAlert>
			))}
			<p role="status" className="text-sm font-medium empty:hidden">
				{isPaused(states) && UPLOAD_MESSAGES.stillHere}
			</p>
		</>
	);
}

/** Whether a photo waits for the line to come back. */
export function isPaused(states: UploadStates): boolean {
	return [...states.values()].some(({ step }) => step === 'paused');
}

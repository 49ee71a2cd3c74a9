import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { isPhotoError } from './photo-error.ts';
import type { UploadStates } from './photo-uploads.ts';

/** Why photos are not on the server yet: each reason once. What a photo itself is at fault for stands on its tile. */
export function UploadErrors({ states }: { states: UploadStates }) {
	const reasons = [...states.values()].flatMap((state) =>
		state.step === 'failed' && state.reason && !isPhotoError(state.reason)
			? [errorMessageFor(state.reason, ITEM_MESSAGES.failed, ITEM_MESSAGES.noConnection)]
			: [],
	);
	return (
		<>
			{[...new Set(reasons)].map((reason) => (
				<FormAlert key={reason}>{reason}</FormAlert>
			))}
			<p role="status" className="text-sm font-medium empty:hidden">
				{isPaused(states) && UPLOAD_MESSAGES.keptOnDevice}
			</p>
		</>
	);
}

/** Whether a photo waits for the line to come back. */
export function isPaused(states: UploadStates): boolean {
	return [...states.values()].some(({ step }) => step === 'paused');
}

/** Whether one of the photos has to be taken out before the form can be sent. */
export function hasPhotoError(states: UploadStates): boolean {
	return [...states.values()].some(
		(state) => state.step === 'failed' && isPhotoError(state.reason),
	);
}

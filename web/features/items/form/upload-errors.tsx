import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { isPhotoError } from './photo-error.ts';
import type { UploadStates } from './photo-uploads.ts';

/** Why uploads have failed or are paused, each reason once. Errors of a single photo are shown on its tile. */
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

/** Whether an upload is waiting for the connection. */
export function isPaused(states: UploadStates): boolean {
	return [...states.values()].some(({ step }) => step === 'paused');
}

/** Whether the server has rejected a photo, which must be removed before the form can be sent. */
export function hasPhotoError(states: UploadStates): boolean {
	return [...states.values()].some(
		(state) => state.step === 'failed' && isPhotoError(state.reason),
	);
}

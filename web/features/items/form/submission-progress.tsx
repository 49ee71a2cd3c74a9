import { useMutationState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { UploadProgress } from '#web/features/photos/upload-progress.tsx';
import { averageProgress } from './photo-uploads.ts';
import { pendingSubmissionFilter, type Submission } from './queries.ts';
import { isPaused } from './upload-errors.tsx';

/** The running submit of a draft's form, even one that was started on an earlier visit to the form. */
export function usePendingSubmission(draftKey: string): Submission | undefined {
	const [submission] = useMutationState({
		filters: pendingSubmissionFilter(draftKey),
		select: ({ state }) => state.variables as Submission,
	});
	return submission;
}

/** The progress of a submit, with a button that cancels it. */
export function SubmissionProgress({
	submission: { uploads, control },
}: {
	submission: Submission;
}) {
	const states = useSyncExternalStore(uploads.watch, uploads.current);
	const isWaiting = useSyncExternalStore(control.watch, control.isWaiting);
	return (
		<UploadProgress
			fraction={averageProgress(states)}
			isPaused={isWaiting || isPaused(states)}
			onCancel={control.stop}
		/>
	);
}

import { useMutationState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { UploadProgress } from '#web/features/photos/upload-progress.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { averageProgress } from './photo-uploads.ts';
import { pendingSubmissionFilter, type Submission } from './queries.ts';
import { isPaused } from './upload-errors.tsx';

/** Shown instead of the form while its draft loads, or while a submit of an earlier visit is still running. */
export function PendingSubmission({ draftKey }: { draftKey: string }) {
	const [submission] = useMutationState({
		filters: pendingSubmissionFilter(draftKey),
		select: ({ state }) => state.variables as Submission,
	});
	return submission ? <SubmissionProgress submission={submission} /> : <LoadingIndicator />;
}

function SubmissionProgress({ submission: { uploads, retryOptions } }: { submission: Submission }) {
	const states = useSyncExternalStore(uploads.watch, uploads.current);
	return (
		<div className="wrap grid gap-6 py-8">
			<p className="font-semibold">What you sent from this form is still on its way.</p>
			<UploadProgress
				fraction={averageProgress(states)}
				isPaused={isPaused(states)}
				onCancel={retryOptions.stop}
			/>
		</div>
	);
}

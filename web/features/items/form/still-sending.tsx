import { useMutationState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { UploadBar } from '#web/features/photos/upload-bar.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { shareSent } from './photo-uploads.ts';
import { type Submission, underWay } from './queries.ts';
import { isPaused } from './upload-failures.tsx';

/** In place of a form, until it is known what it begins with: an earlier visit to it may have sent something. */
export function StillSending({ draftKey }: { draftKey: string }) {
	const [submission] = useMutationState({
		filters: underWay(draftKey),
		select: ({ state }) => state.variables as Submission,
	});
	return submission ? <EarlierSubmit submission={submission} /> : <LoadingIndicator />;
}

function EarlierSubmit({ submission: { uploads, follow } }: { submission: Submission }) {
	const states = useSyncExternalStore(uploads.watch, uploads.current);
	return (
		<div className="wrap grid gap-6 py-8">
			<p className="font-semibold">What you sent from this form is still on its way.</p>
			<UploadBar share={shareSent(states)} isPaused={isPaused(states)} onCancel={follow.stop} />
		</div>
	);
}

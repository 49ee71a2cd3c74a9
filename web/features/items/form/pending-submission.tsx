import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { SubmissionProgress, usePendingSubmission } from './submission-progress.tsx';

/** Shown instead of the form while its draft loads, or while a submit of an earlier visit is still running. */
export function PendingSubmission({ draftKey }: { draftKey: string }) {
	const submission = usePendingSubmission(draftKey);
	if (!submission) return <LoadingIndicator />;
	return (
		<div className="wrap grid gap-6 py-8">
			<p className="font-semibold">What you sent from this form is still on its way.</p>
			<SubmissionProgress submission={submission} />
		</div>
	);
}

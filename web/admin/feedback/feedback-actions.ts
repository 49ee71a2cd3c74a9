import type { AdminFeedback } from '#contract/admin/feedback.ts';
import { holdChange, undoHeld } from '#web/admin/kit/delayed-changes.ts';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import type { FeedbackChanges } from './use-feedback-changes.ts';

/** What can be done to one entry as it is now, in the list and in its panel alike. */
export function feedbackActions(
	{ id, name, status, isFeatured }: AdminFeedback,
	{ approve, feature, held }: FeedbackChanges,
	onReject: (id: number) => void,
): ListAction[] {
	const heldKey = `feedback/${id}`;
	if (status === 'pending' && held.has(heldKey)) {
		return [{ label: 'Undo', key: 'z', run: () => undoHeld(heldKey) }];
	}
	if (status === 'pending') {
		const publish = () =>
			holdChange({
				key: heldKey,
				words: `Approving the feedback from ${name}.`,
				// What went wrong is told in passing.
				send: () => approve.mutateAsync(id).catch(() => undefined),
			});
		return [
			{ label: 'Approve', key: 'a', run: publish },
			{ label: 'Reject', key: 'r', isBad: true, isRare: true, run: () => onReject(id) },
		];
	}
	if (status === 'rejected') return [];
	const label = isFeatured ? 'Unfeature' : 'Feature';
	const run = () => feature.isPending || feature.mutate({ id, isFeatured: !isFeatured });
	return [{ label, key: 'f', run }];
}
